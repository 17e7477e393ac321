export {
  addClient,
  announceClients,
  blockClient,
  makePrimary,
  type NewClient,
  removeClients,
  touchClient,
} from './clients.ts';
export { createUser, type NewUser } from './create-user.ts';
export { deleteUser } from './delete-user.ts';
export { mergeUsers } from './merge-users.ts';
export { userRoutes } from './routes.ts';
export { toAppUser, toClient } from './to-app-user.ts';
