import { OptionsError } from '../../errors/index.ts';
import { channelOf } from '../channels/index.ts';
import { redeemAuthCode, redeemLinkCode } from '../links/index.ts';
import { addClient, announceClients, makePrimary, mergeUsers, touchClient } from '../users/index.ts';
import type { ClientRecord, UserRecord, World } from '../world/index.ts';
import type { EndUser } from './end-user.ts';
import type { Person } from './person.ts';
import { refuseInCode } from './refuse.ts';

/** The acts by which a person becomes another user, or stops being one. */
export function createSession(world: World, person: Person): Pick<EndUser, 'login' | 'logout' | 'redeem'> {
  const { channel } = person.identity;
  const isSdk = channelOf(channel).kind === 'sdk';
  const checkSdk = (what: string) => {
    if (!isSdk) throw new OptionsError(`${what} is for web, ios and android, not for ${channel}.`);
  };

  return {
    login(userId) {
      checkSdk('login()');
      if (typeof userId !== 'string' || userId === '')
        throw new OptionsError('userId must be a text that is not empty.');
      const [here] = person.findAll();
      const app = person.app();
      const user = person.ensureUser(userId);
      if (here?.user === user) {
        touchClient(world, user, here.client);
      } else if (here !== undefined && here.user.userId === undefined) {
        // The client moves with the merge, which has no client:add. Source: Part A, "Event rules".
        mergeUsers(world, app, user, here.user);
        touchClient(world, user, here.client);
      } else {
        if (here !== undefined) deactivate(here.user, here.client);
        const client = addClient(world, app, user, person.describeClient());
        person.adopt(client);
        announceClients(world, app, user, [client]);
      }
    },
    logout() {
      checkSdk('logout()');
      const { user, client } = person.find();
      deactivate(user, client);
    },
    redeem(code) {
      const isAuthCode = typeof code === 'string' && code.startsWith('ac_');
      if (isAuthCode) checkSdk('An auth code');
      const redeem = isAuthCode ? redeemAuthCode : redeemLinkCode;
      const { client } = refuseInCode(() => redeem(world, person.app(), code, person.describeClient()));
      person.adopt(client);
    },
  };
}

/** Source: Part A, "Client status": an SDK client whose user logged out. */
function deactivate(user: UserRecord, client: ClientRecord): void {
  Object.assign(client, { status: 'inactive', active: false, primary: false });
  makePrimary(user);
}
