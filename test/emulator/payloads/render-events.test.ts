import { renderEvents } from '../../../src/emulator/payloads/index.ts';
import type { Happening } from '../../../src/emulator/world/index.ts';
import type { FileMessage, Message, Version } from '../../../src/events/index.ts';
import { hasVersion, parseEvent, triggers, versions } from '../../../src/events/index.ts';
import { createTestWorld } from '../support/test-world.ts';
import { findUnknownKeys } from '../support/unknown-keys.ts';
import { client, createHappenings, messageOfApp, messageOfUser, render, webhook } from './samples.ts';

type Sample = keyof ReturnType<typeof createHappenings>;
const samples = Object.keys(createHappenings()) as Sample[];
const flags = [false, true];

/** The v1 name of a happening that v1 has under another. */
const v1Names: Partial<Record<Sample, string>> = {
  'message:delivery:channel': 'delivery:success',
  'message:delivery:failure': 'delivery:failure',
};

/** What a webhook of that version is told of. */
function triggerOf(sample: Sample, version: Version): string | undefined {
  if (version === 'v1' && v1Names[sample] !== undefined) return v1Names[sample];
  return hasVersion(sample, version) ? sample : undefined;
}

const cases = samples.flatMap((sample) =>
  versions.flatMap((version) =>
    flags.flatMap((includeClient) =>
      flags.map((includeFullAppUser) => ({ sample, version, includeClient, includeFullAppUser })),
    ),
  ),
);

describe.each(cases)(
  '$sample to a webhook of $version, includeClient $includeClient, includeFullAppUser $includeFullAppUser',
  ({ sample, ...fields }) => {
    const trigger = triggerOf(sample, fields.version);

    it(
      trigger === undefined ? 'is nothing' : `is one ${trigger} that the receiver knows, with all its keys`,
      () => {
        const events = render(createHappenings()[sample], fields);
        expect(events.map((event) => event.trigger)).toEqual(trigger === undefined ? [] : [trigger]);
        for (const { body } of events) {
          expect(parseEvent(body)).toMatchObject({
            kind: 'known',
            event: { trigger, version: fields.version },
          });
          expect(findUnknownKeys(body)).toEqual([]);
        }
      },
    );
  },
);

it('has a sample for every trigger', () => {
  const told = versions.flatMap((version) => samples.map((sample) => triggerOf(sample, version)));
  expect(new Set(told)).toEqual(new Set([...triggers, undefined]));
});

describe('renderEvents', () => {
  it('tells a webhook of nothing that it is not subscribed to', () => {
    for (const [sample, happening] of Object.entries(createHappenings()))
      expect(render(happening, { triggers: [sample === 'postback' ? 'link:match' : 'postback'] })).toEqual(
        [],
      );
  });

  it('tells of an SDK delivery in v1.1 and not in v1', () => {
    for (const type of ['web', 'ios', 'android']) {
      const happening: Happening = {
        ...createHappenings()['message:delivery:channel'],
        destination: { type },
      };
      expect(render(happening, { version: 'v1' })).toEqual([]);
      expect(render(happening)).toMatchObject([{ body: { destination: { type } } }]);
      expect(render(happening)).not.toHaveProperty([0, 'body', 'destination', 'integrationId']);
    }
  });

  it('tells of a failed SDK delivery in v1.1 alone', () => {
    const failure = createHappenings()['message:delivery:failure'];
    const happening: Happening = { ...failure, destination: { type: 'web' } };
    expect(render(happening, { version: 'v1' })).toEqual([]);
    expect(render(happening)).toHaveLength(1);
  });

  it('tells of a whisper in v1 alone, as a message of the app maker', () => {
    const message: Message = { ...messageOfApp, role: 'whisper' };
    const happening: Happening = { ...createHappenings()['message:appMaker'], message };
    expect(render(happening)).toEqual([]);
    expect(render(happening, { version: 'v1' })).toMatchObject([
      { trigger: 'message:appMaker', body: { messages: [{ role: 'whisper' }] } },
    ]);
  });

  it('tells of each blocked client in an event of its own', () => {
    const other = { ...client, _id: '5e99b6601b9d2e4c7a004a1e' };
    const happening: Happening = { ...createHappenings()['client:block'], clients: [client, other] };
    expect(render(happening)).toMatchObject([{ body: { client } }, { body: { client: other } }]);
  });

  it('shows a pending client and no client in the v1 user who has none', () => {
    const happening = createHappenings()['message:appMaker'];
    happening.user.pendingClients.push({ ...client, status: 'pending', active: false });
    happening.user.clients = [];
    expect(render(happening, { version: 'v1' })).toMatchObject([
      { body: { appUser: { clients: [], devices: [], pendingClients: [{ id: client.id, active: false }] } } },
    ]);
  });

  it('leaves out what is not known of a user, a notification and a conversation', () => {
    const { user, ...happening } = createHappenings()['message:appUser'];
    const nobody = { ...user, userId: undefined, givenName: undefined, conversation: undefined };
    const [event] = render({ ...happening, user: nobody, client: undefined }, { includeClient: true });
    expect(event?.body).not.toHaveProperty('conversation');
    expect(event?.body).not.toHaveProperty('client');
    expect(event?.body).toHaveProperty('appUser', { _id: user._id, conversationStarted: true });
    const notice = { ...createHappenings()['notification:delivery:channel'], matched: undefined };
    expect(render({ ...notice, externalMessages: [] })).toMatchObject([{ body: { externalMessages: [] } }]);
    expect(render(notice)).not.toHaveProperty([0, 'body', 'matchResult']);
  });

  it('never shows a client with a message that the app posted', () => {
    const happening: Happening = { ...createHappenings()['message:appMaker'], client };
    expect(render(happening, { includeClient: true })).not.toHaveProperty([0, 'body', 'client']);
  });

  it('shows a tap in a persistent menu without a message, and without metadata where the action has none', () => {
    const action = { _id: 'a', type: 'postback', text: 'Orders', payload: 'ORDERS' } as const;
    const happening: Happening = { ...createHappenings().postback, action, message: undefined };
    const [event] = render(happening);
    expect(event?.body).toHaveProperty('postbacks', [{ action, source: happening.source }]);
  });
});

describe('what a webhook gets', () => {
  it('shares nothing with the state', () => {
    for (const happening of Object.values(createHappenings())) {
      for (const version of versions) {
        const before = structuredClone(happening);
        for (const { body } of render(happening, { version, includeClient: true, includeFullAppUser: true }))
          spoil(body);
        expect(happening).toEqual(before);
      }
    }
  });

  it('is the same moment for every webhook, and another for the next act of the user', () => {
    const world = createTestWorld();
    const happening = createHappenings()['conversation:read'];
    const timesOf = (told: Happening) =>
      versions.flatMap((version) =>
        renderEvents(world, world.app, { ...webhook, version }, told).map(timestampOf),
      );
    expect(timesOf(happening)).toEqual([1_700_000_000, 1_700_000_000]);
    expect(timesOf({ ...happening })).toEqual([1_700_000_000.001, 1_700_000_000.001]);
    expect(timesOf(happening)).toEqual([1_700_000_000, 1_700_000_000]);
    expect(timesOf(createHappenings()['conversation:read'])).toEqual([1_700_000_000, 1_700_000_000]);
  });

  it('is told of the time by the clock', async () => {
    const world = createTestWorld();
    await world.clock.advance(1_500);
    const events = renderEvents(
      world,
      world.app,
      webhook,
      createHappenings()['notification:delivery:channel'],
    );
    expect(events.map(timestampOf)).toEqual([1_700_000_001.5]);
  });
});

function timestampOf({ body }: { readonly body: object }): unknown {
  return (body as { readonly timestamp?: unknown }).timestamp;
}

/** Changes every object in `value`. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const member of Object.values(value)) spoil(member);
  Reflect.set(value, 'spoilt', true);
}

describe('a file of a user', () => {
  const file: FileMessage = {
    _id: '5ee8d1ac1b9d2e4c7a004a30',
    type: 'file',
    text: ' ',
    mediaUrl: 'https://media.example.com/invoice.pdf',
    mediaType: 'application/pdf',
    mediaSize: 48_811,
    altText: 'an invoice',
    role: 'appUser',
    authorId: '5e7229601b9d2e4c7a004a25',
    received: 1_592_316_332.42,
  };

  function send(message: Message, version: Version): unknown {
    const happening: Happening = { ...createHappenings()['message:appUser'], message };
    return Reflect.get(render(happening, { version })[0]?.body ?? {}, 'messages');
  }

  it.each(['messenger', 'twilio', 'whatsapp', 'a-new-channel'])(
    'is a text with the URL in v1, from %s',
    (type) => {
      const { _id, role, authorId, received, mediaUrl } = file;
      const text = { _id, type: 'text', text: mediaUrl, role, authorId, received, source: { type } };
      expect(send({ ...file, source: { type } }, 'v1')).toStrictEqual([text]);
      expect(send({ ...file, source: { type } }, 'v1.1')).toStrictEqual([{ ...file, source: { type } }]);
    },
  );

  it.each(['web', 'ios', 'android', 'api'])('is a file in v1 too, from %s', (type) => {
    const sent = { ...file, name: 'Imani', source: { type, id: 'device' } };
    expect(send(sent, 'v1')).toStrictEqual([sent]);
  });

  it('keeps its caption in v1, above the URL', () => {
    const source = { type: 'messenger' };
    expect(send({ ...file, text: 'the invoice', source }, 'v1')).toMatchObject([
      { text: 'the invoice\nhttps://media.example.com/invoice.pdf' },
    ]);
  });

  it('is what it is in v1 without a source', () => {
    expect(send(file, 'v1')).toStrictEqual([file]);
  });

  it('is a file in v1 when the app posted it', () => {
    const source = { type: 'messenger' };
    const posted = { ...file, role: 'appMaker', name: 'Priya', source };
    expect(send(posted, 'v1')).toStrictEqual([posted]);
  });

  it('leaves an image of a channel an image in v1', () => {
    const image = { ...file, type: 'image', source: { type: 'messenger' } } as const;
    expect(send(image, 'v1')).toStrictEqual([image]);
  });
});

it('shows of a message in v1.1 all that is known of its source', () => {
  expect(render(createHappenings()['message:appUser'])).toMatchObject([
    { body: { messages: [messageOfUser] } },
  ]);
});
