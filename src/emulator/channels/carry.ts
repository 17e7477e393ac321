import type { Happening, World } from '../world/index.ts';
import type { Trouble } from './channel-error.ts';
import { channelOf } from './traits.ts';

type Reached = Extract<Happening, { readonly type: 'messageDelivery' }>;

/** How far a message has come, as webhooks are told. */
export type Step = Pick<Reached, 'stage' | 'isFinalEvent' | 'externalMessages' | 'error'>;

/** A message or a notification on its way. */
export interface Passage {
  readonly platform: string;
  readonly id: string;
  readonly trouble: Trouble | undefined;
  tell(step: Step): void;
  /** The channel has it: hands it to the user's device. */
  arrive(): void;
}

/**
 * Takes something to its channel, and on to the user: message:delivery:channel, final unless the channel reports more, then `arrive`; or
 * message:delivery:failure. Channels that report the device get there after the call that is being answered. False when the channel did not
 * take it. Source: Part A, "Event rules".
 */
export function carry(world: World, passage: Passage): boolean {
  const { platform, id, trouble, tell, arrive } = passage;
  const fail = (error: Trouble['error']) => tell({ stage: 'failure', isFinalEvent: true, error });
  if (trouble?.stage === 'channel') {
    fail(trouble.error);
    return false;
  }
  const { reportsDelivery } = channelOf(platform);
  tell({
    stage: 'channel',
    isFinalEvent: !reportsDelivery && trouble === undefined,
    ...toExternalMessages(platform, id),
  });
  if (trouble !== undefined) world.soon(() => fail(trouble.error));
  else if (reportsDelivery) world.soon(arrive);
  else arrive();
  return true;
}

/** The ids by which the channel calls a message, always the same ones; nothing on channels without ids. Source: Part A, "Payload shapes"; the forms are inferred. */
export function toExternalMessages(platform: string, id: string): Pick<Step, 'externalMessages'> {
  if (!channelOf(platform).messageIds) return {};
  if (platform === 'telegram')
    return { externalMessages: [{ id: String(Number.parseInt(id.slice(-6), 16)) }] };
  return {
    externalMessages: [
      { id: `${platform === 'messenger' ? 'm_' : ''}${Buffer.from(id, 'utf8').toString('base64url')}` },
    ],
  };
}
