import { openRedis, type RedisLink } from '../../src/bullmq/connections.ts';
import { createMemoryLogger } from '../../src/testing/memory-logger.ts';
import { describeWithRedis, requireRedisUrl } from '../support/redis.ts';

describeWithRedis('RedisLink.ask', () => {
  let link: RedisLink;

  beforeEach(() => {
    link = openRedis(requireRedisUrl(), 'producer', createMemoryLogger());
  });

  afterEach(() => link.close());

  const failing = (speak: () => Promise<unknown>) =>
    link.ask(speak).then(
      () => undefined,
      (error: Error) => error,
    );

  it('says of an error of our own that it is one', async () => {
    const error = await failing(async () => {
      throw new Error('Custom Id cannot contain :');
    });
    expect(error).toMatchObject({
      code: 'queue_unavailable',
      message: 'The queue failed: Custom Id cannot contain :',
    });
  });

  it('says that Redis refuses where it has answered', async () => {
    const error = await failing(() => link.redis.call('NOSUCHCOMMAND'));
    expect(error?.message).toMatch(/^Redis refuses: ERR unknown command/);
  });

  it('says that Redis does not answer where the connection is lost', async () => {
    await link.ask(() => link.redis.ping());
    const lost = failing(() => {
      link.redis.stream.destroy();
      return link.redis.ping();
    });
    expect((await lost)?.message).toBe('Redis does not answer: the connection is lost');
  });
});
