import expressModule, {
  type Express,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { onArrival } from '../channels/index.ts';
import type { Emulator } from '../emulator.ts';
import type { FaultRule } from '../faults/index.ts';
import type { FireOptions } from '../payloads/index.ts';
import type { Seed } from '../seed.ts';
import type { EmulatorClock } from '../time/index.ts';
import { findApp, type World } from '../world/index.ts';
import { ControlError, createErrorHandler } from './control-error.ts';
import { createEventStream } from './event-stream.ts';
import { guardControl } from './guard.ts';
import { readPageFile } from './page-files.ts';
import { act } from './phone-acts.ts';
import { createPhones } from './phones.ts';
import { checkMediaType, type Fields, readBody, readText } from './read-body.ts';
import { listDelivery } from './show-delivery.ts';
import { listPhone, showPhone } from './show-phone.ts';
import { listCall, type StateSources, showClock, showState } from './show-state.ts';
import { storeFile } from './store-file.ts';
import { createTypingWatch } from './watch-typing.ts';

/** What the control works on. */
export interface ControlParts {
  readonly emulator: Pick<
    Emulator,
    | 'appId'
    | 'credentials'
    | 'deliveries'
    | 'calls'
    | 'faults'
    | 'user'
    | 'trigger'
    | 'advance'
    | 'reset'
    | 'seed'
  >;
  readonly world: World;
  readonly clock: EmulatorClock;
  /** Default: the one that is installed. */
  readonly express?: typeof expressModule;
}

/** The page, and the calls by which it is driven. */
export interface Control {
  readonly app: Express;
  /** Tells the pages that everything may be other than before. */
  touch(): void;
  /** Ends the connections of the pages. */
  close(): void;
}

/** Larger than the largest file that the API takes, as base64. */
const BODY_LIMIT = '40mb';

/** Makes the control, to be mounted at `/_emulator` before the API, whose CORS headers must not be on it. */
export function createControl({ emulator, world, clock, express = expressModule }: ControlParts): Control {
  const phones = createPhones(emulator.user);
  const typing = createTypingWatch();
  const sources: StateSources = {
    emulator,
    world,
    clock,
    phones,
    app: () => findApp(world.state, emulator.appId),
  };
  const stream = createEventStream(() => ({ clock: showClock(sources), faults: emulator.faults.list() }));
  const touch = () => stream.touch('state');

  emulator.deliveries.onChange((delivery) => {
    stream.put('deliveries', delivery.id, () => listDelivery(delivery));
  });
  emulator.calls.onCall((call) => {
    typing.note(call);
    stream.put('calls', call.id, () => listCall(call));
    stream.touch('phones');
    // Whatever else it changed, the page shows it too.
    if (call.method !== 'GET') stream.touch('state');
  });
  onArrival(world, () => stream.touch('phones'));

  const api = express.Router();
  api.use(checkMediaType);
  api.use(express.json({ limit: BODY_LIMIT, strict: false }));

  const showOne = (id: string) => showPhone(sources.app(), phones.find(id), typing.users);
  const findDelivery = (id: string) => {
    const delivery = emulator.deliveries.get(id);
    if (delivery === undefined)
      throw new ControlError(404, 'There is no delivery with that id, or it was forgotten.');
    return delivery;
  };

  on(api, 'get', '/state', () => showState(sources));
  on(api, 'get', '/clock', () => showClock(sources));
  on(api, 'post', '/clock/advance', async (body) => {
    const { time } = body;
    await emulator.advance(time as number);
    touch();
    return showClock(sources);
  });

  on(api, 'get', '/phones', () => phones.list().map(listPhone));
  on(api, 'post', '/phones', (body) => {
    const { id } = phones.add(body);
    touch();
    return showOne(id);
  });
  on(api, 'get', '/phones/:id', (_, { id }) => showOne(id));
  on(api, 'delete', '/phones/:id', (_, { id }) => {
    phones.remove(id);
    touch();
  });
  on(api, 'post', '/phones/:id/:act', (body, { id, act: name }) => {
    act(phones.find(id).endUser, name, body);
    touch();
    stream.touch('phones');
    return showOne(id);
  });
  on(api, 'post', '/files', (body) => storeFile(world, sources.app(), body));

  on(api, 'get', '/deliveries', () => emulator.deliveries.list().map(listDelivery));
  on(api, 'get', '/deliveries/:id', (_, { id }) => findDelivery(id));
  on(api, 'post', '/deliveries/:id/resend', ({ edit }, { id }) => {
    findDelivery(id);
    return emulator.deliveries.resend(id, { edit: edit as Fields });
  });
  on(api, 'post', '/deliveries/:id/duplicate', (_, { id }) => {
    findDelivery(id);
    return emulator.deliveries.duplicate(id);
  });

  on(api, 'get', '/calls/:id', (_, { id }) => {
    const call = emulator.calls.list().find((one) => String(one.id) === id);
    if (call === undefined)
      throw new ControlError(404, 'There is no call with that id, or it was forgotten.');
    return call;
  });

  on(api, 'get', '/faults', () => emulator.faults.list());
  on(api, 'post', '/faults', (body) => {
    emulator.faults.add(body as unknown as FaultRule);
    touch();
    return emulator.faults.list().at(-1);
  });
  on(api, 'delete', '/faults', () => {
    emulator.faults.clear();
    touch();
  });
  on(api, 'delete', '/faults/:id', (_, { id }) => {
    if (!emulator.faults.remove(id)) throw new ControlError(404, 'There is no fault with that id.');
    touch();
  });

  on(api, 'post', '/trigger', (body) => {
    const { trigger: _, ...options } = body;
    const sent = emulator.trigger(
      readText(body, 'trigger') as 'postback',
      options as FireOptions<'postback'>,
    );
    touch();
    return sent.map(listDelivery);
  });
  on(api, 'post', '/seed', async (body) => {
    await emulator.seed(body as Seed);
    touch();
  });
  on(api, 'post', '/reset', () => {
    phones.clear();
    typing.clear();
    emulator.reset();
    touch();
  });
  api.use(() => {
    throw new ControlError(404, 'There is no such call of the control.');
  });

  const app = express();
  app.disable('x-powered-by');
  app.use(guardControl(world.settings.publicUrl));
  app.use('/api', api);
  app.get('/events', (request, response) => stream.open(request, response));
  app.get('/', openPage);
  app.get('/:file', servePageFile);
  app.use(() => {
    throw new ControlError(404, 'There is no such page.');
  });
  app.use(createErrorHandler(world.settings.logger));
  return { app, touch, close: stream.close };
}

type Params = Readonly<Record<string, string>> & { readonly id: string; readonly act: string };

/** Adds a call whose result is the answer; 204 when there is none. */
function on(
  router: Router,
  method: 'get' | 'post' | 'delete',
  path: string,
  run: (body: Fields, params: Params) => unknown,
): void {
  const handle = async ({ params }: Request, response: Response, body: Fields) => {
    const result = await run(body, params as Params);
    if (result === undefined) response.status(204).end();
    else response.json(result);
  };
  router[method](path, (request, response, next) => {
    Promise.resolve()
      .then(() => handle(request, response, readBody(request)))
      .catch(next);
  });
}

/** The links of the page are relative, so its address must end in a slash, wherever it is mounted. */
const openPage: RequestHandler = (request, response, next) => {
  const [path = ''] = request.originalUrl.split('?', 1);
  if (path.endsWith('/')) sendFile('page.html', response).catch(next);
  else
    response
      .status(302)
      .set('Location', `./${path.slice(path.lastIndexOf('/') + 1)}/`)
      .end();
};

const servePageFile: RequestHandler = (request, response, next) => {
  sendFile(String(request.params['file']), response).catch(next);
};

async function sendFile(name: string, response: Response): Promise<void> {
  const file = await readPageFile(name);
  if (file === undefined) throw new ControlError(404, 'There is no such page.');
  response.set('Content-Type', file.mediaType).end(file.bytes);
}
