import { z } from 'zod';
import { listOf } from '../list-of.ts';
import { openObject } from '../open-object.ts';
import { openUnion, unlistedString } from '../open-union.ts';

const option = openObject({ _id: z.string().optional(), name: z.string(), label: z.string().optional() });

/** A choice of a select field. Source: Part B, "Message". */
export interface FormOption extends z.output<typeof option> {}

const optionSchema: z.ZodType<FormOption> = option;

const common = {
  _id: z.string().optional(),
  name: z.string(),
  label: z.string().optional(),
  placeholder: z.string().optional(),
};

const textField = openObject({
  ...common,
  type: z.literal('text'),
  minSize: z.number().optional(),
  maxSize: z.number().optional(),
  /** The answer, in a form response. */
  text: z.string().optional(),
});

const emailField = openObject({
  ...common,
  type: z.literal('email'),
  /** The answer, in a form response. */
  email: z.string().optional(),
});

const selectField = openObject({
  ...common,
  type: z.literal('select'),
  selectSize: z.number().optional(),
  options: listOf(optionSchema).optional(),
  /** The answer, in a form response. */
  select: listOf(optionSchema).optional(),
});

const otherField = openObject({ ...common, type: unlistedString });

/** Asks for a text. Source: Part B, "Message". */
export interface TextField extends z.output<typeof textField> {}

/** Asks for an e-mail address. Source: Part B, "Message". */
export interface EmailField extends z.output<typeof emailField> {}

/** Asks to choose among options. Source: Part B, "Message". */
export interface SelectField extends z.output<typeof selectField> {}

/** A field of a type that is not listed here. Source: Part A, "Versioning": new types appear at any time. */
export interface OtherField extends z.output<typeof otherField> {}

/** A field of a form, or of a form response, where it also holds the answer. Told apart by `type`. Source: Part B, "Message". */
export type FormField = TextField | EmailField | SelectField | OtherField;

/** Schema of a `FormField`. Source: Part B, "Message"; answered fields seen with `selectSize: 0` and no options. */
export const formFieldSchema: z.ZodType<FormField> = openUnion(
  {
    text: textField as z.ZodType<TextField>,
    email: emailField as z.ZodType<EmailField>,
    select: selectField as z.ZodType<SelectField>,
  },
  otherField as z.ZodType<OtherField>,
);
