import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { makeMessage } from '../../../integration/support/stage.ts';
import { HOOK_PATH, SECRET } from './receiver-script.ts';

/** What became of a call: its status, or the code of the error of its connection. */
export type Fate = number | string;

/** Calls on a connection of its own, as a service that keeps none. */
export async function call(port: number, id: string): Promise<Fate> {
  const headers = { 'x-api-key': SECRET, 'content-type': 'application/json', 'x-story-id': id };
  try {
    const calling = request({
      host: '127.0.0.1',
      port,
      path: HOOK_PATH,
      method: 'POST',
      headers,
      agent: false,
    });
    calling.end(JSON.stringify(makeMessage(id)));
    const [response] = (await once(calling, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response.statusCode ?? 0;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
