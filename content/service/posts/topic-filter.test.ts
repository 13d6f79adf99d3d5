import { describe, expect, it } from 'vitest';
import { publicView } from '../../model/snapshot.ts';
import { createContentHistory } from '../../testing/content-history.ts';
import { postText, SETTINGS } from '../../testing/posts.ts';
import { stateAt } from '../../testing/states.ts';
import { topicFilter } from './post-table.ts';

const FILES = {
  ...SETTINGS,
  'posts/a.md': postText(1, 'Un', ['tags: [Trésorerie, Sport]', 'category: Finance']),
  'posts/b.md': postText(2, 'Deux', ['tags: [sport]']),
};

async function titles(filter: Parameters<typeof topicFilter>[0]): Promise<readonly string[]> {
  const history = createContentHistory();
  const { snapshot } = await stateAt(history.path, history.commit(FILES));
  history.remove();
  return publicView(snapshot, Date.now())
    .posts.filter(topicFilter(filter))
    .map(({ title }) => title);
}

describe('topicFilter', () => {
  it('gives all posts when nothing is asked', async () => {
    expect(await titles({})).toEqual(['Un', 'Deux']);
  });

  it.each([
    [{ tag: 'SPORT' }, ['Un', 'Deux']],
    [{ tag: 'trésorerie' }, ['Un']],
    [{ tag: 'tresorerie' }, ['Un']],
    [{ category: 'finance' }, ['Un']],
    [{ category: 'Business', tag: 'sport' }, ['Deux']],
    [{ category: 'Finance', tag: 'autre' }, []],
  ])('gives the posts of %j, whatever its capitals and accents', async (filter, expected) => {
    expect(await titles(filter)).toEqual(expected);
  });
});
