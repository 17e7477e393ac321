import { watchHoldUps } from './hold-ups.ts';

/** What a child process is told in its first argument, as JSON. */
export interface ChildSettings {
  /** Its name in the journal and in what is printed. */
  readonly name: string;
  readonly redisUrl: string;
  readonly secret: string;
  /** Where the receiver listens; the same after a restart. */
  readonly port: number;
  /** The journal of the worker. */
  readonly journal: string;
}

/** What a child process tells its parent: that it works, and when the machine gave it no processor, in milliseconds since 1970. */
export type ChildMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'starved'; readonly fromMs: number; readonly untilMs: number };

/** The settings that the parent gave, and an end with it, however that ends. */
export function readSettings<Settings = ChildSettings>(): Settings {
  process.once('disconnect', () => process.exit(1));
  return JSON.parse(process.argv[2] ?? '{}') as Settings;
}

/** Says that the process works, and from then on when it was starved. */
export function tellReady(): void {
  const tell = (message: ChildMessage) => process.send?.(message);
  tell({ kind: 'ready' });
  watchHoldUps('starved', (span) => process.connected && tell({ kind: 'starved', ...span }));
}

/** Runs `stop` at the first SIGTERM, and then lets go of the parent: nothing else may keep the process up. */
export function stopAtSigterm(stop: () => Promise<void>): void {
  process.once('SIGTERM', () => {
    stop().then(
      () => {
        process.removeAllListeners('disconnect');
        process.disconnect();
      },
      (error: unknown) => {
        console.error('the stop failed', error);
        process.exit(1);
      },
    );
  });
}
