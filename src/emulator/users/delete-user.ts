import { removeAttachmentsOf } from '../attachments/index.ts';
import type { AppRecord, UserRecord, World } from '../world/index.ts';
import { removeClients } from './clients.ts';
import { forgetUser } from './forget-user.ts';

/**
 * Deletes the user: it is not found from now on. Its clients, its conversation and the files that go with it follow, and then appUser:delete.
 * Source: Part A, "App users" and "Event rules"; client:remove in between: rests on Part A's "deletes the user, its clients".
 */
export function deleteUser(world: World, app: AppRecord, user: UserRecord): void {
  forgetUser(app, user);
  for (const [code, { userId }] of app.linkCodes) if (userId === user._id) app.linkCodes.delete(code);
  for (const [code, userId] of app.authCodes) if (userId === user._id) app.authCodes.delete(code);
  user.pendingClients = [];
  user.links.clear();
  for (const { _id } of user.clients) {
    app.channelState.inboxes.delete(_id);
    app.channelState.away.delete(_id);
  }
  world.soon(() => {
    removeClients(world, app, user, user.clients);
    removeAttachmentsOf(world, app, user);
    world.happen(app, { type: 'userDelete', user });
    user.conversation = undefined;
  });
}
