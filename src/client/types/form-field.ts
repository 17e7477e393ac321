interface AnyField {
  /** Different from the others of the form. */
  readonly name: string;
  readonly label: string;
}

/** Asks for a text. Source: Part B, "Message". */
export interface NewTextField extends AnyField {
  readonly type: 'text';
  readonly placeholder?: string;
  /** Characters. Default of the service: 1. */
  readonly minSize?: number;
  /** Characters. Default of the service: 128. */
  readonly maxSize?: number;
}

/** Asks for an e-mail address. Source: Part B, "Message". */
export interface NewEmailField extends AnyField {
  readonly type: 'email';
  readonly placeholder?: string;
}

/** Asks to choose among options. Source: Part B, "Message". */
export interface NewSelectField extends AnyField {
  readonly type: 'select';
  /** How many may be chosen. Default of the service: 1. */
  readonly selectSize?: number;
  readonly options: readonly { readonly name: string; readonly label: string }[];
}

/** A field of a form, told apart by `type`. Source: Part B, "Message". */
export type NewFormField = NewTextField | NewEmailField | NewSelectField;
