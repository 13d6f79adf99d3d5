import type { ImportedText } from '#content/import/imported.ts';

/** A text of another system, made for tests: an article that readers saw, unless it is said otherwise. */
export function importedText(given: Partial<ImportedText> & Pick<ImportedText, 'id'>): ImportedText {
  return {
    kind: 'text',
    type: 'post',
    state: 'published',
    title: 'Un titre',
    subtitle: null,
    slug: 'titre',
    published: '2019-05-12T08:00:00.000Z',
    modified: null,
    excerpt: '',
    categories: [],
    tags: [],
    author: null,
    cover: null,
    coverAlt: null,
    socialTitle: null,
    socialDescription: null,
    socialImage: null,
    content: 'Texte.',
    addresses: [],
    feedId: null,
    comments: 0,
    menuOrder: null,
    notes: [],
    ...given,
  };
}
