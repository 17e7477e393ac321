import { userActed } from '../../../src/emulator/links/index.ts';
import { createUser, deleteUser, mergeUsers } from '../../../src/emulator/users/index.ts';
import { hello, setUpLinks } from './support.ts';

function setUp(confirmation: string, message?: object) {
  const all = setUpLinks('twilio');
  const sms = { type: 'twilio', phoneNumber: '+12125552368' };
  return {
    ...all,
    ask: () => all.link({ ...sms, confirmation: { type: confirmation, ...(message && { message }) } }),
  };
}

describe('a link whose user is gone', () => {
  it('comes to nothing when the user was deleted', async () => {
    const { world, app, user, ask, takeHappenings } = setUp('immediate');
    await ask();
    deleteUser(world, app, user);
    expect(takeHappenings()).toEqual(['userDelete']);
    expect(user.pendingClients).toEqual([]);
  });

  it('is not settled by an act that comes after', async () => {
    const { world, app, user, ask, pending, takeHappenings } = setUp('userActivity', hello);
    await ask();
    const client = pending();
    deleteUser(world, app, user);
    takeHappenings();
    userActed(world, app, user, client, 'act');
    expect(takeHappenings()).toEqual([]);
  });

  it('goes on for the survivor of a merge', async () => {
    const { world, app, user, ask, pending, takeHappenings } = setUp('userActivity', hello);
    await ask();
    const client = pending();
    const surviving = createUser(world, app, {});
    mergeUsers(world, app, surviving, user);
    takeHappenings();
    userActed(world, app, surviving, client, 'act');
    expect(world.happenings).toMatchObject([
      { type: 'linkSuccess', user: { _id: surviving._id } },
      { type: 'clientAdd', user: { _id: surviving._id } },
    ]);
    expect(surviving.clients).toEqual([client]);
  });
});
