import type { Word } from './child.ts';

/** Tells the story something, and resolves when it was said: what follows may be the end of the process. */
export function tell(word: Word['word'], rest: Partial<Word> = {}): Promise<void> {
  // Not Date: a story may have set it wrong.
  const atMs = performance.timeOrigin + performance.now();
  const whole: Word = { word, id: '', redelivered: false, attempt: 0, pid: process.pid, atMs, ...rest };
  return new Promise((said) => {
    if (process.send) process.send(whole, () => said());
    else said();
  });
}
