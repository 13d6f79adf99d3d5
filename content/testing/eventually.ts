import { setTimeout } from 'node:timers/promises';

/** How long something that must happen is waited for, in milliseconds: far longer than it ever takes. */
const LONGEST_MS = 380_000;

/** Asks again and again until the answer is the one expected; gives the last answer otherwise, for the test to show. */
export async function eventually<Value>(
  ask: () => Value | Promise<Value>,
  isExpected: (value: Value) => boolean,
): Promise<Value> {
  const end = performance.now() + LONGEST_MS;
  for (;;) {
    const value = await ask();
    if (isExpected(value) || performance.now() > end) return value;
    await setTimeout(5);
  }
}
