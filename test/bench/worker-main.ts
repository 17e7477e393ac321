// The process of a contender for the worker.
import type { RunningWorker, RunWorker, Setup, WorkOrder } from './protocol.ts';
import { readUsage, serveBench, tellBench } from './usage.ts';

const setup = JSON.parse(process.argv[2] ?? '{}') as Setup;
const { run } = (await import(`./contenders/${setup.name}.js`)) as { readonly run: RunWorker };

serveBench(0, (order) => {
  work(order).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});

async function work({ count, ...order }: WorkOrder): Promise<void> {
  const latenciesMs: number[] = [];
  let handled = 0;
  let first = { ms: 0, cpuUs: 0 };
  let worker: RunningWorker | undefined;
  await new Promise<void>((done) => {
    const onHandled = (payload: unknown) => {
      handled += 1;
      if (handled === 1) first = { ms: performance.now(), cpuUs: readUsage().cpuUs };
      const { sentAtMs } = payload as { readonly sentAtMs?: number };
      if (sentAtMs !== undefined) latenciesMs.push(performance.timeOrigin + performance.now() - sentAtMs);
      if (handled === count) done();
    };
    worker = run(setup, { ...order, onHandled });
    tellBench({ kind: 'working' });
  });
  const ms = performance.now() - first.ms;
  const cpuUs = readUsage().cpuUs - first.cpuUs;
  await worker?.close();
  tellBench({ kind: 'worked', ms, cpuUs, latenciesMs });
}
