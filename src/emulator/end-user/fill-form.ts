import { OptionsError } from '../../errors/index.ts';
import type { FormField, FormMessage, Message } from '../../events/index.ts';
import type { ShownMessage } from '../channels/index.ts';

type Values = Readonly<Record<string, string | readonly string[]>>;

/** The latest form on the screen that is open. Throws an `OptionsError` when there is none. */
export function findOpenForm(messages: readonly ShownMessage[]): FormMessage {
  const shown = messages.findLast(
    ({ type, message }) => type === 'form' && !('submitted' in message && message.submitted),
  );
  if (shown === undefined) throw new OptionsError('There is no open form on this channel now.');
  return shown.message as FormMessage;
}

/**
 * The answer to a form, as a message of the user. Throws an `OptionsError` for a value that is missing, too many, or not one that the field
 * takes. Source: Part B, "Message"; answered selects have no options: seen on the wire.
 */
export function fillForm(form: FormMessage, values: Values): Record<string, unknown> {
  const unknown = Object.keys(values).find((name) => !form.fields.some((field) => field.name === name));
  if (unknown !== undefined) {
    const names = form.fields.map(({ name }) => name).join(', ');
    throw new OptionsError(`The form has no field '${unknown}'; it has ${names}.`);
  }
  const fields = form.fields.map((field) => answerField(field, values[field.name]));
  return {
    type: 'formResponse',
    fields: fields.map(({ answered }) => answered),
    textFallback: fields.map(({ line }) => line).join('\n'),
    quotedMessage: { type: 'message', content: { ...form, submitted: true } satisfies Message },
  };
}

interface Answered {
  readonly answered: Record<string, unknown>;
  readonly line: string;
}

function answerField(field: FormField, value: string | readonly string[] | undefined): Answered {
  const { name, label = name, _id } = field;
  const common = { ...(_id === undefined ? {} : { _id }), type: field.type, name, label };
  if (value === undefined) throw new OptionsError(`The field '${name}' needs a value.`);
  if (isSelect(field)) {
    const select = chooseOptions(field, typeof value === 'string' ? [value] : value);
    const line = `${label}: ${select.map((option) => option.label ?? option.name).join(', ')}`;
    return { answered: { ...common, selectSize: 0, options: [], select }, line };
  }
  if (typeof value !== 'string') throw new OptionsError(`The field '${name}' takes one text.`);
  if (field.type === 'email') checkEmail(name, value);
  else checkSize(field, value);
  return { answered: { ...common, [field.type]: value }, line: `${label}: ${value}` };
}

type Select = Extract<FormField, { readonly options?: unknown }>;

function isSelect(field: FormField): field is Select {
  return field.type === 'select';
}

function chooseOptions(
  { name, options = [], selectSize = 1 }: Select,
  chosen: readonly string[],
): NonNullable<Select['select']> {
  if (chosen.length === 0 || chosen.length > selectSize)
    throw new OptionsError(`The field '${name}' takes 1 to ${selectSize} of its options.`);
  return chosen.map((choice) => {
    const option = options.find((one) => one.name === choice);
    if (option !== undefined) return option;
    const names = options.map((one) => one.name).join(', ');
    throw new OptionsError(`The field '${name}' has no option '${choice}'; it has ${names}.`);
  });
}

function checkEmail(name: string, value: string): void {
  if (!/^[^\s@]+@[^\s@]+$/.test(value))
    throw new OptionsError(`The field '${name}' takes an e-mail address.`);
}

/** Source of 1 and 128: the service's public documentation. */
function checkSize(field: FormField, value: string): void {
  const { minSize = 1, maxSize = 128 } =
    field.type === 'text' ? (field as { minSize?: number; maxSize?: number }) : {};
  if (value.length < minSize || value.length > maxSize)
    throw new OptionsError(`The field '${field.name}' takes ${minSize} to ${maxSize} characters.`);
}
