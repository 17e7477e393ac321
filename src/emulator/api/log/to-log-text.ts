/** A longer body is cut in the log, in characters: a full log of the largest bodies would hold hundreds of megabytes. */
const MAX_LOGGED_LENGTH = 8_192;

/** Fields whose text nobody may read in the log. */
const secretField =
  /secret|token|password|certificate|^jwt$|^(api|access|server|signing|consumer|encodingAes)Key$/i;

/** A body as the log shows it: JSON without its secrets, cut where it is long. */
export function toLogText(body: unknown): string | undefined {
  if (body === undefined) return undefined;
  const shown = body instanceof FormData ? describeForm(body) : body;
  const text = JSON.stringify(shown, (key, value: unknown) =>
    typeof value === 'string' && secretField.test(key) ? '[hidden]' : value,
  );
  return text.length > MAX_LOGGED_LENGTH ? `${text.slice(0, MAX_LOGGED_LENGTH)}…` : text;
}

/** The fields of a form, a file by its name and size. */
function describeForm(form: FormData): object {
  const show = (value: string | File) =>
    typeof value === 'string' ? value : `${value.name} (${value.type}, ${value.size} bytes)`;
  return Object.fromEntries([...form].map(([name, value]) => [name, show(value)]));
}
