import type { FormField, Message, OtherMessage } from 'switchhook';

/**
 * A message in a few words. In each branch the compiler knows the fields of that type: `message.mediaUrl` is there for an image and
 * not for a text. `default` is needed: the service adds types at any time, and such a message must not be an error.
 */
export function describeMessage(message: Message): string {
  switch (message.type) {
    case 'text':
      return `text ${JSON.stringify(message.text)}${describeButtons(message)}`;
    case 'image':
      return `image ${fileName(message.mediaUrl)}`;
    case 'file':
      return `file ${fileName(message.mediaUrl)}`;
    case 'location':
      return `location ${message.coordinates.lat}, ${message.coordinates.long}`;
    case 'carousel':
    case 'list':
      return `${message.type} of ${message.items.map((item) => item.title).join(', ')}`;
    case 'form':
      return `form that asks for ${message.fields.map((field) => field.name).join(', ')}`;
    case 'formResponse':
      return `form filled in: ${message.fields.map(describeAnswer).join(', ')}`;
    default:
      return `${message.type ?? 'message without type'} ${describeRest(message)}`;
  }
}

function describeRest({ text = '', mediaUrl }: OtherMessage): string {
  return mediaUrl === undefined ? JSON.stringify(text) : fileName(mediaUrl);
}

function fileName(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

function describeButtons({ actions = [] }: Message): string {
  return actions.length === 0 ? '' : ` with ${actions.map((action) => `a ${action.type} button`).join(', ')}`;
}

function describeAnswer(field: FormField): string {
  switch (field.type) {
    case 'text':
      return `${field.name} = ${field.text ?? '?'}`;
    case 'email':
      return `${field.name} = ${field.email ?? '?'}`;
    case 'select':
      return `${field.name} = ${field.select?.map((option) => option.name).join('/') ?? '?'}`;
    default:
      return field.name;
  }
}
