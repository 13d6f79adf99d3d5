import { describe, expect, it } from 'vitest';
import { createBackground } from './background.ts';

/** Work that ends when told to. */
function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Work that only says that it was done. */
function createNotes() {
  const done: string[] = [];
  const note = (name: string): Promise<void> => {
    done.push(name);
    return Promise.resolve();
  };
  return { done, note };
}

describe('createBackground', () => {
  it('does each name once at a time, in the order they came', async () => {
    const { done, note } = createNotes();
    const gate = createGate();
    const background = createBackground(() => undefined);
    background.ask('a', () => gate.opened.then(() => note('a')));
    const last = new Promise<void>((resolve) => {
      for (const name of ['b', 'a', 'b']) background.ask(name, () => note(name));
      background.ask('c', () => Promise.resolve().then(resolve));
    });
    gate.open();
    await last;
    expect(done).toEqual(['a', 'b']);
  });

  it('goes on after a failure, which it tells, and does not try that name again', async () => {
    const errors: unknown[] = [];
    let tries = 0;
    const background = createBackground((error) => errors.push(error));
    for (const round of [1, 2]) {
      await new Promise<void>((resolve) => {
        background.ask('bad', () => {
          tries += 1;
          return Promise.reject(new Error('no picture'));
        });
        background.ask(`good ${round}`, () => Promise.resolve().then(resolve));
      });
    }
    expect([tries, errors]).toEqual([1, [new Error('no picture')]]);
  });

  it('begins nothing once closed, and waits for what is running', async () => {
    const { done, note } = createNotes();
    const gate = createGate();
    const background = createBackground(() => undefined);
    background.ask('running', () => gate.opened.then(() => note('running')));
    background.ask('waiting', () => note('waiting'));
    const closed = background.close();
    background.ask('late', () => note('late'));
    gate.open();
    await closed;
    expect(done).toEqual(['running']);
  });
});
