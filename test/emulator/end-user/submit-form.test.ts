import { OptionsError } from '../../../src/index.ts';
import { setUpPeople } from './support.ts';

const form = {
  type: 'form',
  text: undefined,
  fields: [
    { type: 'text', name: 'full_name', label: 'Your name?', minSize: 2, maxSize: 4 },
    { type: 'email', name: 'email', label: 'Your e-mail?' },
    {
      type: 'select',
      name: 'slots',
      label: 'When?',
      selectSize: 2,
      options: ['Morning', 'Noon', 'Evening'].map((label) => ({ name: label.toLowerCase(), label })),
    },
  ],
};
const values = { full_name: 'Mei', email: 'mei@example.com', slots: ['noon', 'evening'] };

function setUpForm() {
  const { known, post, take, ...rest } = setUpPeople();
  const mei = known();
  const message = post(mei, form);
  take();
  return { ...rest, take, post, mei, message };
}

describe('submitForm', () => {
  it('answers every field, quotes the form and says it in words', () => {
    const { take, mei, message } = setUpForm();
    const sent = mei.submitForm(values);
    const { fields } = message as unknown as { fields: { _id: string; options: object[] }[] };
    expect(sent).toMatchObject({
      type: 'formResponse',
      role: 'appUser',
      fields: [
        { _id: fields[0]?._id, type: 'text', name: 'full_name', label: 'Your name?', text: 'Mei' },
        {
          _id: fields[1]?._id,
          type: 'email',
          name: 'email',
          label: 'Your e-mail?',
          email: 'mei@example.com',
        },
        {
          _id: fields[2]?._id,
          type: 'select',
          selectSize: 0,
          options: [],
          select: fields[2]?.options.slice(1),
        },
      ],
      textFallback: 'Your name?: Mei\nYour e-mail?: mei@example.com\nWhen?: Noon, Evening',
      quotedMessage: { type: 'message', content: { ...message, submitted: true } },
    });
    expect(take()).toMatchObject([{ type: 'message', message: sent }]);
    expect(mei.messages().at(-2)?.message).toMatchObject({ type: 'form', submitted: true });
  });

  it('closes the form, and takes the next one', () => {
    const { mei, post } = setUpForm();
    mei.submitForm(values);
    expect(() => mei.submitForm(values)).toThrow('There is no open form on this channel now.');
    post(mei, form);
    expect(mei.submitForm({ ...values, slots: 'noon' })).toMatchObject({ type: 'formResponse' });
  });

  it.each([[{ full_name: 'Me' }], [{ full_name: 'Meii' }], [{ slots: ['morning'] }]])(
    'takes %j',
    (change) => {
      expect(setUpForm().mei.submitForm({ ...values, ...change })).toMatchObject({ type: 'formResponse' });
    },
  );

  it.each([
    [{ full_name: 'M' }, "The field 'full_name' takes 2 to 4 characters."],
    [{ full_name: 'Meiii' }, "The field 'full_name' takes 2 to 4 characters."],
    [{ full_name: ['Mei'] }, "The field 'full_name' takes one text."],
    [{ full_name: undefined }, "The field 'full_name' needs a value."],
    [{ email: 'mei' }, "The field 'email' takes an e-mail address."],
    [{ slots: [] }, "The field 'slots' takes 1 to 2 of its options."],
    [{ slots: ['morning', 'noon', 'evening'] }, "The field 'slots' takes 1 to 2 of its options."],
    [{ slots: 'night' }, "The field 'slots' has no option 'night'; it has morning, noon, evening."],
    [{ name: 'Mei' }, "The form has no field 'name'; it has full_name, email, slots."],
  ])('refuses %j', (change, text) => {
    const { take, mei } = setUpForm();
    expect(() => mei.submitForm({ ...values, ...change } as never)).toThrow(OptionsError);
    expect(() => mei.submitForm({ ...values, ...change } as never)).toThrow(text);
    expect(take()).toEqual([]);
  });

  it('finds no form where the channel shows none', () => {
    const { known, post } = setUpPeople();
    const mei = known({ channel: 'telegram' });
    post(mei, form);
    expect(() => mei.submitForm(values)).toThrow('There is no open form on this channel now.');
  });
});
