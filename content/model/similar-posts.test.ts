import { describe, expect, it } from 'vitest';
import type { SnapshotPost } from './post.ts';
import { postMetadataSchema } from './post.ts';
import { createRelatedPosts } from './related-posts.ts';

function post(slug: string): SnapshotPost {
  const id = '00000000-0000-4000-8000-000000000001';
  const metadata = postMetadataSchema.parse({ id, title: slug, slug, readTime: '1 min' });
  return { ...metadata, path: '', revision: slug, publishedAt: 0, unpublishedAt: null };
}

const POSTS = ['pour-bien-dormir', 'fixer-son-prix', 'prix-et-marges', 'courir', 'nager'].map(post);
const similar = (slug: string) =>
  createRelatedPosts()
    .similar({ posts: POSTS }, slug, 3)
    .map((found) => found.slug);

describe('similar', () => {
  it('puts the posts that share most words first', () => {
    expect(similar('marge-et-prix')).toEqual(['prix-et-marges', 'fixer-son-prix', 'pour-bien-dormir']);
  });

  it('knows a word by its beginning: an address may have been cut', () => {
    expect(similar('fixer-son-pri-nage')).toEqual(['fixer-son-prix', 'nager', 'pour-bien-dormir']);
  });

  it('gives the latest when no word is shared, common words apart', () => {
    expect(similar('pour-vous-et-moi')).toEqual(['pour-bien-dormir', 'fixer-son-prix', 'prix-et-marges']);
  });

  it('gives all there are when they are few', () => {
    expect(createRelatedPosts().similar({ posts: [] }, 'prix', 3)).toEqual([]);
  });
});
