import { type ImportedText, UNSAID } from '#content/import/imported.ts';

/** A text of another system, made for tests: an article that readers saw, unless it is said otherwise. */
export function importedText(given: Partial<ImportedText> & Pick<ImportedText, 'id'>): ImportedText {
  return {
    ...UNSAID,
    type: 'post',
    state: 'published',
    title: 'Un titre',
    slug: 'titre',
    published: '2019-05-12T08:00:00.000Z',
    content: 'Texte.',
    addresses: [],
    notes: [],
    ...given,
  };
}
