import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { createConfirmations, type ExpectedPost, type SiteAnswer } from './confirmations.ts';

const COMMIT = 'c'.repeat(40);
const [first, second]: readonly [ExpectedPost, ExpectedPost] = [
  { id: 'premier', path: 'posts/2026/premier.md', revision: '1'.repeat(40) },
  { id: 'second', path: 'posts/2026/second.md', revision: '2'.repeat(40) },
];

afterEach(() => void vi.useRealTimers());

/** A site whose answers are given one by one, and what it confirmed. */
function slowSite() {
  const asked: { readonly id: string; readonly answer: (revision: string | null) => void }[] = [];
  const confirmed: ExpectedPost[] = [];
  const confirmations = createConfirmations({
    objects: {
      has: () => Promise.resolve(false),
      readCommit: () => Promise.reject(new Error('not here')),
      readTree: () => Promise.reject(new Error('not here')),
    },
    ask: (id) =>
      new Promise<SiteAnswer | null>((resolve) => {
        asked.push({ id, answer: (revision) => resolve({ commit: COMMIT, revision }) });
      }),
    onConfirmed: (posts) => confirmed.push(...posts),
    memory: { load: () => Promise.resolve(new Map()), store: () => Promise.resolve() },
    onError: (error) => expect.unreachable(String(error)),
  });
  const question = async (at: number) => {
    await eventually(
      () => asked.length,
      (count) => count > at,
    );
    return asked[at];
  };
  return { confirmations, confirmed, question };
}

it('goes on asking about a version that came to be expected while others were asked about', async () => {
  const { confirmations, confirmed, question } = slowSite();
  const next = { ...first, revision: '3'.repeat(40) };
  confirmations.expect([first, second]);
  (await question(0))?.answer(first.revision);
  await eventually(
    () => confirmations.served(first),
    (revision) => revision === first.revision,
  );
  confirmations.expect([next]);
  (await question(1))?.answer(second.revision);
  const again = await question(2);
  again?.answer(next.revision);
  await eventually(
    () => confirmed.length,
    (count) => count === 3,
  );
  expect([again?.id, confirmed]).toEqual([first.id, [first, second, next]]);
  await confirmations.close();
});

it('asks again at once where it was hurried while it was asking', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] }); // No pause ever ends.
  const { confirmations, confirmed, question } = slowSite();
  confirmations.expect([first]);
  const early = await question(0);
  confirmations.hurry();
  early?.answer(null);
  (await question(1))?.answer(first.revision);
  await eventually(
    () => confirmed.length,
    (count) => count === 1,
  );
  expect(confirmed).toEqual([first]);
  await confirmations.close();
});
