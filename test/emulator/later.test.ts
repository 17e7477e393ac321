import { createLater } from '../../src/emulator/later.ts';

function setUp() {
  const done: string[] = [];
  const errors: unknown[] = [];
  return { done, errors, later: createLater((error) => errors.push(error)) };
}

describe('createLater', () => {
  it('does nothing before the call that is under way is over', async () => {
    const { later, done } = setUp();
    later.add(() => done.push('first'));
    await Promise.resolve();
    expect(done).toEqual([]);
    await later.idle();
    expect(done).toEqual(['first']);
  });

  it('keeps the order, also of work that gives more work', async () => {
    const { later, done } = setUp();
    later.add(() => {
      done.push('first');
      later.add(() => done.push('third'));
    });
    later.add(() => done.push('second'));
    await later.idle();
    expect(done).toEqual(['first', 'second', 'third']);
  });

  it('tells of work that throws, and does the rest', async () => {
    const { later, done, errors } = setUp();
    const error = new Error('no');
    later.add(() => {
      throw error;
    });
    later.add(() => done.push('second'));
    await later.idle();
    expect([done, errors]).toEqual([['second'], [error]]);
  });

  it('forgets what was not done, and takes more', async () => {
    const { later, done } = setUp();
    later.add(() => done.push('forgotten'));
    later.clear();
    later.add(() => done.push('second'));
    await later.idle();
    expect(done).toEqual(['second']);
  });

  it('says whether something is left', async () => {
    const { later } = setUp();
    expect(later.pending()).toBe(false);
    later.add(() => {});
    expect(later.pending()).toBe(true);
    await later.idle();
    expect(later.pending()).toBe(false);
  });
});
