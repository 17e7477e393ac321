import { apiErrorStatuses } from '../../../src/emulator/world/index.ts';
import { createMemoryLogger } from '../../../src/testing/memory-logger.ts';
import { closeAll } from '../support/listen.ts';
import { startApi } from './support.ts';

afterEach(closeAll);

describe('the errors of the emulated API', () => {
  it.each(Object.entries(apiErrorStatuses))('answer %s with %i', async (code, expected) => {
    const api = await startApi();
    const { status, body, headers } = await api.call('GET', `/v1.1/refused/${code}`);
    expect({ status, body }).toEqual({
      status: expected,
      body: { error: { code, description: 'as asked' } },
    });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('answer a mistake of the emulator with 500, and log it', async () => {
    const logger = createMemoryLogger();
    const api = await startApi({ options: { logger } });
    const { status, body } = await api.call('GET', '/v1.1/broken');
    expect({ status, body }).toEqual({
      status: 500,
      body: { error: { code: 'internal_error', description: 'a mistake of ours' } },
    });
    expect(logger.lines).toMatchObject([{ level: 'error', message: 'a call of the emulated API failed' }]);
    expect(api.pending()).toBe(0);
  });

  it('leave the log of the host alone when a call is merely refused', async () => {
    const logger = createMemoryLogger();
    const api = await startApi({ options: { logger } });
    await api.call('GET', '/v1.1/refused/forbidden');
    await api.call('GET', '/v1.1/shown/%');
    expect(logger.lines).toEqual([]);
  });
});
