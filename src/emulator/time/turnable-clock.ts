import type { ManualClock } from '../../testing/index.ts';

/** A clock that can be turned on, and waits for work while it is. */
export type TurnableClock = Pick<ManualClock, 'now' | 'schedule' | 'advance' | 'settleWith'>;
