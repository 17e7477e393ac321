import type { NewTemplate, TemplateUpdate } from '../../types/template.ts';
import { readBody } from './body.ts';
import { readMessage } from './message.ts';
import { readText } from './text.ts';

/** `body` when it has a name and a message within the limits. Source: Part B, "Templates". */
export function readNewTemplate(body: NewTemplate): NewTemplate {
  readText(readBody(body, 'template').name, 'name');
  readMessage(body.message);
  return body;
}

/** `body` when what it has could be created too. Source: Part B, "Templates". */
export function readTemplateUpdate(body: TemplateUpdate): TemplateUpdate {
  const { name, message } = readBody(body, 'template');
  if (name !== undefined) readText(name, 'name');
  if (message !== undefined) readMessage(message);
  return body;
}
