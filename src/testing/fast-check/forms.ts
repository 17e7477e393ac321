import fc from 'fast-check';
import type { EmailField, FormField, FormOption, OtherField, SelectField, TextField } from '../../index.ts';
import { openObject } from './open-object.ts';
import { email, fewOf, id, text, unlisted } from './values.ts';

const common = { _id: id, label: text, placeholder: text };

const options = fewOf(openObject<FormOption>({ name: text }, { _id: id, label: text }));

/** Fields of each type, with an answer or without. */
export const formFields: fc.Arbitrary<FormField[]> = fewOf(
  fc.oneof(
    openObject<TextField>(
      { type: fc.constant('text'), name: text },
      { ...common, minSize: fc.nat(), maxSize: fc.nat(), text },
    ),
    openObject<EmailField>({ type: fc.constant('email'), name: text }, { ...common, email }),
    openObject<SelectField>(
      { type: fc.constant('select'), name: text },
      { ...common, selectSize: fc.nat(), options, select: options },
    ),
    openObject<OtherField>({ type: unlisted, name: text }, common),
  ),
);
