import { OptionsError } from '../../errors/index.ts';
import type { EndUser, SayContent } from '../end-user/index.ts';
import { type Fields, readText } from './read-body.ts';

/** What a person does at a phone, by its name in the path. What is wrong in the body throws an `OptionsError` or a `ControlError`. */
const acts: Readonly<Record<string, (user: EndUser, body: Fields) => unknown>> = {
  say: (user, body) =>
    user.say((body['type'] === undefined ? { type: 'text', ...body } : body) as SayContent),
  tap: (user, body) => user.tap(readText(body, 'button')),
  reply: (user, body) => user.reply(readText(body, 'button')),
  'tap-menu': (user, body) => user.tapMenu(readText(body, 'item')),
  pay: (user, { button }) => user.pay(button === undefined ? undefined : readText({ button }, 'button')),
  submit: (user, { values }) => user.submitForm(readValues(values)),
  read: (user) => user.read(),
  typing: (user, { isTyping = true }) => user.typing(isTyping === true),
  start: (user, { referral }) =>
    user.start(referral === undefined ? undefined : readText({ referral }, 'referral')),
  refer: (user, body) => user.refer(readText(body, 'code'), readDetails(body['details'])),
  block: (user) => user.block(),
  unblock: (user) => user.unblock(),
  answer: (user, { answer }) => user.answerPrompt(answer as 'accept' | 'deny'),
  redeem: (user, body) => user.redeem(readText(body, 'code')),
  login: (user, body) => user.login(readText(body, 'userId')),
  logout: (user) => user.logout(),
  'go-offline': (user) => user.goOffline(),
  'go-online': (user) => user.goOnline(),
};

/** The acts that there are. */
const actNames: readonly string[] = Object.keys(acts);

/** Does what `name` says. Throws an `OptionsError` for a name that there is not, and for what makes no sense now. */
export function act(user: EndUser, name: string, body: Fields): void {
  const run = Object.hasOwn(acts, name) ? acts[name] : undefined;
  if (run === undefined) throw new OptionsError(`There is no such act. There are ${actNames.join(', ')}.`);
  run(user, body);
}

function readValues(values: unknown): Readonly<Record<string, string | readonly string[]>> {
  const isRight =
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every(
      (value) =>
        typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string')),
    );
  if (isRight) return values as Record<string, string | string[]>;
  throw new OptionsError('values must be an object of texts, or lists of texts, by the names of the fields.');
}

function readDetails(details: unknown): Parameters<EndUser['refer']>[1] {
  if (details === undefined) return undefined;
  if (typeof details === 'object' && details !== null) return details;
  throw new OptionsError('details must be an object.');
}
