/** A value longer than this is never taken for a placeholder, in characters: made-up values are short. */
const MAX_PLACEHOLDER_LENGTH = 40;

/** Values that somebody left in place, with everything but letters removed: `secret123` and `my_secret` are found as well. */
const words = new Set([
  'apikey',
  'example',
  'examplesecret',
  'myapikey',
  'mysecret',
  'mysecretkey',
  'mywebhooksecret',
  'null',
  'objectobject',
  'passwd',
  'password',
  'placeholder',
  'secret',
  'secretkey',
  'secrettoken',
  'supersecret',
  'thesecret',
  'todo',
  'topsecret',
  'undefined',
  'webhooksecret',
  'xapikey',
]);

/** `your-webhook-secret-here`, `change_this`, `replace-me`, `insert your key here`; again with everything but letters removed. */
const instruction = /^(your|change|replace|insert|enter|paste)[a-z]*(secret|key|token|here|me|this|it)$/;

/** `<secret>`, `[secret]`, `{{ secret }}`, `${SECRET}`, `%SECRET%`, `$SECRET`: a template that was not filled in. */
const template = /^(<.*>|\[.*\]|\{.*\}|\$\{.*\}|\$\(.*\)|%.*%|\$[A-Z_]+)$/;

/** True for a value that was obviously never replaced by a real secret: `changeme`, `<your-secret>`, `xxxxxxxx`, `12345678`. */
export function isPlaceholder(value: string): boolean {
  if (value.length > MAX_PLACEHOLDER_LENGTH) return false;
  const letters = value.toLowerCase().replace(/[^a-z]/g, '');
  return words.has(letters) || instruction.test(letters) || template.test(value) || isSequence(value);
}

/** True for one character over and over, and for characters that follow one another: `aaaaaaaa`, `abcdefgh`, `123456789`. */
function isSequence(value: string): boolean {
  const steps = new Set<number>();
  for (let i = 1; i < value.length; i++) steps.add(value.charCodeAt(i) - value.charCodeAt(i - 1));
  return [...steps].every((step) => step === 0) || [...steps].every((step) => step === 1);
}
