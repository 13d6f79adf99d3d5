import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ContentHistory, createContentHistory } from '../../testing/content-history.ts';
import { liveContentOf } from '../../testing/live-content.ts';
import { postText, SETTINGS } from '../../testing/posts.ts';
import type { LiveContent } from '../live-content.ts';

let history: ContentHistory;
let live: LiveContent | null;
beforeEach(() => {
  history = createContentHistory();
  live = null;
});
afterEach(async () => {
  await live?.close();
  history.remove();
});

const UNTIL_2026 = ['unpublishAt: 2026-01-01T00:00:00.000Z'];

function create(): LiveContent {
  return liveContentOf(history.path, {
    onError: (error) => {
      throw error;
    },
  });
}

describe('what the public sees', () => {
  const at = (text: string): number => Date.parse(text);
  const titlesAt = (content: LiveContent, now: number) =>
    content.viewAt(now)?.posts.map(({ title }) => title);

  async function openScheduled(): Promise<LiveContent> {
    history.commit({
      ...SETTINGS,
      'posts/a.md': postText(1, 'Retiré en 2026', UNTIL_2026),
      'posts/b.md': postText(2, 'Futur').replace('2025-03-01T08:00:00.000Z', '2025-12-24T18:00:00.000Z'),
    });
    live = create();
    await live.open();
    return live;
  }

  it('gains a post at the very moment of its date, and loses one at its end', async () => {
    const content = await openScheduled();
    const moments = ['2025-12-24T17:59:59.999Z', '2025-12-24T18:00:00.000Z', '2026-01-01T00:00:00.000Z'];
    expect(moments.map((moment) => titlesAt(content, at(moment)))).toEqual([
      ['Retiré en 2026'],
      ['Futur', 'Retiré en 2026'],
      ['Futur'],
    ]);
  });

  it('is right when the clock goes backwards', async () => {
    const content = await openScheduled();
    const moments = ['2026-06-01T00:00:00.000Z', '2025-12-01T00:00:00.000Z', '2025-12-25T00:00:00.000Z'];
    expect(moments.map((moment) => titlesAt(content, at(moment)))).toEqual([
      ['Futur'],
      ['Retiré en 2026'],
      ['Futur', 'Retiré en 2026'],
    ]);
  });

  it('is one object as long as it stays the same', async () => {
    const content = await openScheduled();
    const [first, second] = ['2025-12-01T00:00:00.000Z', '2025-12-02T00:00:00.000Z'].map(at);
    expect(content.viewAt(first ?? 0)).toBe(content.viewAt(second ?? 0));
  });

  it('is nothing before the first snapshot', () => {
    expect(create().viewAt(0)).toBeNull();
  });
});
