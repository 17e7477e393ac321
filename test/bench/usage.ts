import type { Question, Reply, Usage } from './protocol.ts';

/** What this process has used so far. */
export function readUsage(): Usage {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return { cpuUs: userCPUTime + systemCPUTime, peakKb: maxRSS };
}

/** Answers the bench's questions, and ends the process with the bench, however that ends. */
export function serveBench(port: number, onWork: (question: Question & { kind: 'work' }) => void): void {
  process.on('message', (question: Question) => {
    if (question.kind === 'usage') tellBench({ kind: 'usage', ...readUsage() });
    else onWork(question);
  });
  process.once('disconnect', () => process.exit());
  tellBench({ kind: 'ready', port });
}

/** Sends one message to the bench. */
export function tellBench(reply: Reply): void {
  process.send?.(reply);
}
