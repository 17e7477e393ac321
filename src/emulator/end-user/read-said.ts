import { readMessage } from '../messages/index.ts';
import type { SayContent } from './end-user.ts';
import { refuseInCode } from './refuse.ts';

/** What is said, checked: before there is a user for it. Throws an `OptionsError`. */
export function readSaid(given: string | SayContent): SayContent {
  const content: SayContent = typeof given === 'string' ? { type: 'text', text: given } : given;
  refuseInCode(() => readMessage({ ...content, role: 'appUser' }, { version: 'v1.1', warn: () => {} }));
  return content;
}
