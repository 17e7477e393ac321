import { OptionsError } from '../../errors/index.ts';
import type { Referral } from '../../events/index.ts';
import { channelOf } from '../channels/index.ts';
import { referConversation, startConversation } from '../messages/index.ts';
import { touchClient } from '../users/index.ts';
import type { World } from '../world/index.ts';
import type { EndUser } from './end-user.ts';
import type { Person } from './person.ts';

/** The acts by which a person comes to a conversation without a message. Source of what channels allow: Part A, "Event rules". */
export function createArrivals(world: World, person: Person): Pick<EndUser, 'start' | 'refer'> {
  const { channel } = person.identity;
  const traits = channelOf(channel);

  function start(referral: Referral | undefined): void {
    const { app, user, client } = person.connect();
    touchClient(world, user, client);
    startConversation(world, app, user, client, referral);
  }

  return {
    start(given) {
      if (!traits.starts)
        throw new OptionsError(`On ${channel} a conversation begins with a message alone: use say().`);
      const referral = typeof given === 'string' ? { code: given } : given;
      if (referral !== undefined) checkReferral(channel, referral);
      start(referral && structuredClone(referral));
    },
    refer(code, details) {
      const referral: Referral = {
        code,
        ...(details === undefined ? {} : { details: structuredClone(details) }),
      };
      checkReferral(channel, referral);
      if (person.findAll().length === 0 && traits.starts) {
        start(referral);
        return;
      }
      const { app, user, client } = person.connect();
      touchClient(world, user, client);
      referConversation(world, app, user, client, referral);
    },
  };
}

/** Source: Part A, "Other shared objects": details exist on the social messaging channel alone. */
function checkReferral(channel: string, { code, details }: Referral): void {
  if (!channelOf(channel).referrals) throw new OptionsError(`There are no referrals on ${channel}.`);
  if (typeof code !== 'string' || code === '')
    throw new OptionsError('code must be a text that is not empty.');
  if (details !== undefined && channel !== 'messenger')
    throw new OptionsError(`details are for messenger, not for ${channel}.`);
}
