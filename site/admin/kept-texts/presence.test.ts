import { describe, expect, it, vi } from 'vitest';
import { createPresence, openForms } from './presence.ts';

function open(key: string, subject = 'post') {
  const told: boolean[] = [];
  return { told, ...createPresence({ subject, key, onOthers: (areAny) => told.push(areAny) }) };
}

// Node has locks, as browsers do, from 24.5 on.
describe.skipIf(!('locks' in navigator))('createPresence', () => {
  it('tells who has a form on an article that another tab has too, and when it goes', async () => {
    const [a, b] = [open('a'), open('b')];
    const c = open('c', 'another');
    await vi.waitFor(() => expect([a.told.at(-1), b.told.at(-1)]).toEqual([true, true]));
    await vi.waitFor(async () =>
      expect((await openForms()).map(({ key }) => key).sort()).toEqual(['a', 'b', 'c']),
    );
    a.leave();
    await vi.waitFor(() => expect(b.told.at(-1)).toBe(false));
    c.look();
    await vi.waitFor(() => expect(c.told.length).toBeGreaterThan(1));
    expect(c.told).not.toContain(true);
    b.leave();
    c.leave();
    await vi.waitFor(async () => expect(await openForms()).toEqual([]));
  });
});
