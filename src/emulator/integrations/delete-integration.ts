import { removeClients } from '../users/index.ts';
import type { AppRecord, IntegrationRecord, World } from '../world/index.ts';

/**
 * Takes the integration away with what hangs on it: its menu, its profile and the links that wait for it at once, its clients after the call,
 * with client:remove. Source: Part B, "Integrations"; what becomes of the clients is inferred from "unlink channel" in Part A.
 */
export function deleteIntegration(world: World, app: AppRecord, { _id }: IntegrationRecord): void {
  app.integrations = app.integrations.filter((one) => one._id !== _id);
  app.integrationMenus.delete(_id);
  app.channelState.profiles.delete(_id);
  for (const [code, link] of app.linkCodes) if (link.integrationId === _id) app.linkCodes.delete(code);
  for (const user of app.users.values()) {
    for (const client of user.pendingClients) if (client.integrationId === _id) user.links.delete(client._id);
    user.pendingClients = user.pendingClients.filter(({ integrationId }) => integrationId !== _id);
  }
  world.soon(() => {
    for (const user of app.users.values()) {
      const clients = user.clients.filter(({ integrationId }) => integrationId === _id);
      removeClients(world, app, user, clients);
    }
  });
}
