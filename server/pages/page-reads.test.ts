import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicView } from '#content/model/snapshot.ts';
import {
  type ContentHistory,
  createContentHistory,
  type HistoryFile,
} from '#content/testing/content-history.ts';
import { SETTINGS } from '#content/testing/posts.ts';
import { stateAt } from '#content/testing/states.ts';
import { instant, numberedId, postText, TEST_NOW } from '../testing/post-texts.ts';
import { createNotingReader, readsTheSame } from './page-reads.ts';

let history: ContentHistory;
beforeAll(() => {
  history = createContentHistory();
});
afterAll(() => history.remove());

const NO_SOURCES = {} as never; // The view alone is asked for neighbours.
const DAY = 86_400_000;
const OLDER = 'posts/2026/avant.md';
const older = (fields: Parameters<typeof postText>[0]) =>
  postText({ id: numberedId(1), title: 'Avant', published: instant(-2 * DAY), ...fields });

async function momentOf(files: Readonly<Record<string, HistoryFile>>, parents?: readonly string[]) {
  const commit = history.commit(files, parents);
  const { snapshot } = await stateAt(history.path, commit, { clock: () => TEST_NOW });
  return { view: publicView(snapshot, TEST_NOW), now: TEST_NOW };
}

describe('a page that names its neighbours', () => {
  it.each([
    ['same', 'the text of one', { [OLDER]: older({ body: 'Autre texte.\n' }) }],
    ['same', 'the excerpt of one', { [OLDER]: older({ lines: ['excerpt: Autre'] }) }],
    ['another', 'the title of one', { [OLDER]: older({ title: 'Auparavant' }) }],
    ['another', 'the address of one', { [OLDER]: null, 'posts/2026/auparavant.md': older({}) }],
    ['another', 'which ones they are', { [OLDER]: older({ isPublished: false }) }],
  ])('is the %s one when a save changes %s', async (answer, _what, changed) => {
    const first = { ...SETTINGS, [OLDER]: older({}), 'posts/2026/un.md': postText({ id: numberedId(2) }) };
    const { reader, reads } = createNotingReader(NO_SOURCES, await momentOf(first, []));
    expect(reader.neighbours('un')).toMatchObject({ newer: null, older: { slug: 'avant', title: 'Avant' } });
    expect(readsTheSame(reads, NO_SOURCES, await momentOf(changed))).toBe(answer === 'same');
  });
});
