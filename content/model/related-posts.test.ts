import { describe, expect, it } from 'vitest';
import { postMetadataSchema, type SnapshotPost } from './post.ts';
import { newestFirst } from './post-lists.ts';
import { createRelatedPosts } from './related-posts.ts';
import { neighboursOf, type PublicView } from './snapshot.ts';

let made = 0;
function post(slug: string, fields: Partial<SnapshotPost> = {}): SnapshotPost {
  made += 1;
  const id = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
  const metadata = postMetadataSchema.parse({ id, title: slug, slug, readTime: '1 min' });
  return { ...metadata, path: '', revision: slug, publishedAt: made, unpublishedAt: null, ...fields };
}

function viewOf(posts: readonly SnapshotPost[]): Pick<PublicView, 'posts'> {
  return { posts: [...posts].sort(newestFirst) };
}

const price = post('fixer-son-prix', { tags: ['prix'], excerpt: 'La marge, la trésorerie.' });
const margin = post('prix-et-marges', { tags: ['Prix'] });
const cash = post('tresorerie-en-hiver');
const sport = post('courir-le-matin', { tags: ['sport'], category: 'Vie' });
const all = [price, margin, cash, sport];

describe('createRelatedPosts', () => {
  it('counts tags, words of the address and of the excerpt, and gives nothing that has nothing in common', () => {
    const slugs = createRelatedPosts()
      .related(viewOf(all), price, 3)
      .map(({ slug }) => slug);
    expect(slugs).toEqual(['prix-et-marges', 'tresorerie-en-hiver']);
    expect(createRelatedPosts().related(viewOf(all), sport, 3)).toEqual([]);
  });

  it('says the same after changes as it would have said at once', () => {
    const { related } = createRelatedPosts();
    related(viewOf(all), price, 3);
    const renamed = { ...cash, slug: 'marges-d-hiver', tags: ['prix'] };
    const others = Array.from({ length: 40 }, (_, index) => post(`prix-${index}`, { category: `C${index}` }));
    for (const view of [viewOf([price, renamed, sport]), viewOf([...others, ...all]), viewOf(all)]) {
      expect(related(view, price, 5)).toEqual(createRelatedPosts().related(view, price, 5));
    }
    expect(related(viewOf([price, renamed, sport]), price, 5)).toEqual([renamed]);
  });
});

describe('neighboursOf', () => {
  it('is the post before and the one after, none at the ends nor for a post that is not public', () => {
    const view = viewOf(all);
    expect(neighboursOf(view, margin)).toEqual({ newer: cash, older: price });
    expect(neighboursOf(view, sport)).toEqual({ newer: null, older: cash });
    expect(neighboursOf(view, price)).toEqual({ newer: margin, older: null });
    expect(neighboursOf(view, post('brouillon'))).toEqual({ newer: null, older: null });
  });
});
