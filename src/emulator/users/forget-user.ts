import type { AppRecord, UserRecord } from '../world/index.ts';

/** Neither id of the user is found from now on, and its `userId` is free for another user. */
export function forgetUser(app: AppRecord, user: UserRecord): void {
  app.users.delete(user._id);
  if (user.userId !== undefined) app.userIds.delete(user.userId);
}
