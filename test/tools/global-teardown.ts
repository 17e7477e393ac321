import './global-setup.ts';

export default async function teardown(): Promise<void> {
  await globalThis.testRedis?.stop();
}
