import { make } from './dom.js';

/** Draws a form of the business, to be filled in; one that was sent is shown closed. */
export function drawForm({ _id, fields = [], submitted }, submit) {
  if (submitted) return make('p', { class: 'text muted' }, 'Form: sent');
  const onsubmit = (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    submit(Object.fromEntries(fields.map((field, index) => [field.name, readField(form, field, index)])));
  };
  return make(
    'form',
    { class: 'inner-form', onsubmit, autocomplete: 'off' },
    fields.map((field, index) =>
      make(
        'label',
        { for: `${_id}-${index}` },
        field.label ?? field.name,
        drawField(field, `${_id}-${index}`, index),
      ),
    ),
    make('button', { class: 'primary' }, 'Send form'),
  );
}

function drawField({ type, options = [], selectSize = 1, placeholder, minSize, maxSize }, id, index) {
  const common = { id, name: `field-${index}`, required: true, placeholder };
  if (type !== 'select')
    return make('input', {
      ...common,
      type: type === 'email' ? 'email' : 'text',
      minlength: type === 'text' ? minSize : undefined,
      maxlength: type === 'text' ? maxSize : undefined,
    });
  return make(
    'select',
    { ...common, multiple: selectSize > 1, size: selectSize > 1 ? Math.min(options.length, 5) : undefined },
    options.map(({ name, label }) => make('option', { value: name }, label ?? name)),
  );
}

function readField(form, { type, selectSize = 1 }, index) {
  const field = form.elements[`field-${index}`];
  return type === 'select' && selectSize > 1
    ? [...field.selectedOptions].map(({ value }) => value)
    : field.value;
}
