import { randomBytes } from 'node:crypto';

/** Ids of one prefix; then another is drawn, so that an id never grows. */
const IDS_OF_PREFIX = 36 ** 4;

/**
 * Deals the ids of the jobs that one queue adds: 12 characters, 8 of them random and 4 a count, so that no two processes and no two runs of one deal
 * the same. Each remembered delivery keeps its id: up to 12 characters Redis stores in 32 bytes, and the key with a UUID behind it took it 96.
 * BullMQ takes no id that is an integer, and none with a colon: the first is a letter.
 */
export function createJobIds(): () => string {
  let prefix = '';
  let dealt = 0;
  return () => {
    const count = dealt % IDS_OF_PREFIX;
    if (count === 0) prefix = drawPrefix();
    dealt += 1;
    return prefix + count.toString(36).padStart(4, '0');
  };
}

/** 8 characters of base64url, the first of them a letter. */
function drawPrefix(): string {
  for (;;) {
    const drawn = randomBytes(6).toString('base64url');
    if (/^[a-z]/i.test(drawn)) return drawn;
  }
}
