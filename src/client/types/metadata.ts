/** Custom fields of a message, an item or an action: flat. They come back in events. Source: Part A, "Other shared objects". */
export type Metadata = Readonly<Record<string, string | number | boolean>>;
