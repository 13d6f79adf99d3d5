import { describe, expect, it } from 'vitest';
import { samplePost } from '#site/testing/samples.ts';
import { distinctTopics, topicAddress, topicNamesIn, topicsAfter } from './topics.ts';

describe('topicsAfter', () => {
  it('takes names that make one address for one topic, named as the newest post writes it', () => {
    const posts = [
      samplePost(1, { tags: ['Trésorerie', 'trésorerie', '…'] }),
      samplePost(2, { tags: ['tresorerie', 'PME'] }),
    ];
    const topics = [...topicsAfter('tag', new Map(), { gone: [], added: posts }).values()];
    expect(topics.map(({ slug, name, posts: own }) => [slug, name, own.map((post) => post.slug)])).toEqual([
      ['tresorerie', 'Trésorerie', ['article-1', 'article-2']],
      ['pme', 'PME', ['article-2']],
    ]);
  });
});

describe('distinctTopics', () => {
  it('shows a name once whatever its accents, capitals and hyphens, and tells names apart by their signs', () => {
    const names = ['C++', 'Cash-flow', 'C#', 'c++', 'cash flow', 'Été', 'ete', 'L’été', "l'ete", 'C'];
    expect(distinctTopics(names)).toEqual(['C++', 'Cash-flow', 'C#', 'Été', 'L’été', 'C']);
  });
});

describe('topicNamesIn', () => {
  it('has those with most posts first, then numbers by their size and letters as French has them', () => {
    const names = ['Étape 10', 'Étape 2', 'Zones', 'Étape 1', 'Zones'];
    const added = names.map((category, at) => samplePost(at + 1, { category }));
    const topics = topicsAfter('category', new Map(), { gone: [], added });
    expect(topicNamesIn(topics)).toEqual(['Zones', 'Étape 1', 'Étape 2', 'Étape 10']);
  });
});

describe('topicAddress', () => {
  it('is made as addresses of articles are, and is none for a name without letters', () => {
    expect([topicAddress('tag', 'Épargne & co'), topicAddress('category', '…')]).toEqual([
      '/blog/tag/epargne-co',
      null,
    ]);
  });
});
