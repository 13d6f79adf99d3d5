import { expect } from 'vitest';
import type { postsOperations } from '#content/contract/posts-operations.ts';
import {
  badField,
  type CasesOf,
  CONFLICT,
  NO_ARTICLE,
  NO_ID,
  NO_REVISION,
  notFound,
  type Refusal,
  type Site,
  UNKNOWN_ID,
  UNKNOWN_REVISION,
} from './contract-case.ts';
import { ARTICLES, SHOWN_IMAGE } from './contract-files.ts';
import { laterCases } from './later-cases.ts';

const { read, changed, disputed, deleted, copied, linking } = ARTICLES;
const MISSING = 'il manque';
const NO_POST = notFound('Article', 'Article non trouvé');
const A_TEXT = 'un texte est attendu';

const paragraph = (word: string) => ({ content: `Texte de Article disputed.\n\nUn ${word} paragraphe.\n` });

/** What a save from an old version is told: what it started from, what is there now, what was sent. */
const DISPUTED: Refusal = {
  ...CONFLICT,
  data: {
    edit: {
      base: paragraph('second'),
      theirs: paragraph('deuxième'),
      yours: paragraph('nouveau'),
      fields: [],
      body: [{ kind: 'agreed' }, { kind: 'disputed' }, { kind: 'agreed' }],
    },
  },
};

/** The suite's cases of the rows about posts. */
export const postsCases: CasesOf<typeof postsOperations> = {
  listPosts: [
    {
      it: 'gives a page of what readers see',
      send: { limit: '1' },
      gives: { posts: [{ slug: 'read', content: expect.any(String) as string }], total: 4 },
    },
  ],
  getPost: [
    { it: 'gives an article with its text', send: { id: read }, gives: { id: read, slug: 'read' } },
    { it: 'does not know an article that is not there', send: { id: UNKNOWN_ID }, refused: NO_POST },
  ],
  getLive: [{ it: 'says what readers get', send: { id: read }, gives: {} }],
  listAllPosts: [
    {
      it: 'gives every article',
      send: {},
      gives: expect.arrayContaining([expect.objectContaining({ id: copied })]) as object,
    },
  ],
  getPostTable: [
    {
      it: 'gives the lines that fit a search',
      send: { search: 'Article read', limit: 5 },
      gives: { posts: [{ id: read, state: 'published', hasPending: false }], total: 1 },
    },
    {
      it: 'refuses an unknown order',
      send: { sort: 'size' },
      refused: badField(
        'sort',
        'attendu «\u00a0published\u00a0» ou «\u00a0title\u00a0» ou «\u00a0slug\u00a0» ou «\u00a0state\u00a0»',
      ),
    },
    { it: 'refuses too many lines', send: { limit: 201 }, refused: badField('limit', '200 au plus') },
    {
      it: 'refuses a place that is no number',
      send: { offset: 'x' },
      refused: badField('offset', 'un nombre est attendu'),
    },
    {
      it: 'refuses a search too long',
      send: { search: 'a'.repeat(201) },
      refused: badField('search', '200\u00a0caractères au plus'),
    },
  ],
  getEditablePost: [
    {
      it: 'gives an article to edit',
      send: { id: read },
      gives: { id: read, state: 'published', pending: null },
    },
    { it: 'refuses what is no id', send: { id: 'x' }, refused: NO_ID },
    { it: 'does not know an article that is not there', send: { id: UNKNOWN_ID }, refused: NO_ARTICLE },
  ],
  createPost: [
    {
      it: 'creates a draft',
      send: { title: 'Été', slug: 'ete', content: 'Un texte.\n' },
      gives: { title: 'Été', slug: 'ete', state: 'draft', change: 'create' },
    },
    {
      it: 'creates one of its own where another article has the id it asks for, in capitals too',
      send: async ({ client }) => {
        const id = 'abcdefab-0000-4000-8000-000000000001';
        await client.createPost({ id, title: 'Premier', slug: 'premier', content: 'Autre chose.\n' });
        return { id: id.toUpperCase(), title: 'Second', slug: 'second', content: 'Mes mots.\n' };
      },
      gives: { slug: 'second', content: 'Mes mots.\n', change: 'create' },
    },
    {
      it: 'refuses a missing title',
      send: { slug: 'sans', content: '' },
      refused: badField('title', MISSING),
    },
    {
      it: 'refuses a title of spaces',
      send: { title: ' ', slug: 'vide', content: '' },
      refused: badField('title', 'ce champ ne peut pas être vide'),
    },
    {
      it: 'refuses a text that is a number',
      send: { title: 'T', slug: 't', content: 3 },
      refused: badField('content', A_TEXT),
    },
    {
      it: 'refuses a list that is a text',
      send: { title: 'T', slug: 't', content: '', tags: 'a' },
      refused: badField('tags', 'une liste est attendue'),
    },
    {
      it: 'refuses a date that is none',
      send: { title: 'T', slug: 't', content: '', published: 'hier' },
      refused: badField('published', 'une date comme 2026-11-21T08:00:00.000Z est attendue'),
    },
    {
      it: 'refuses a title too long',
      send: { title: 'a'.repeat(10_001), slug: 't', content: '' },
      refused: badField('title', '10\u202f000\u00a0caractères au plus'),
    },
    {
      it: 'refuses a text too long',
      send: { title: 'T', slug: 't', content: 'a'.repeat(2 * 1024 * 1024 + 1) },
      refused: ofField('content', 'Le texte dépasse 2 Mo.'),
    },
    {
      it: 'refuses a character that no file can keep',
      send: { title: 'T', slug: 't', content: 'a\0b' },
      refused: ofField(
        'content',
        'Le champ «\u00a0Contenu (Markdown)\u00a0» contient un caractère nul, qu’aucun fichier de texte ne peut garder.',
      ),
    },
    {
      it: 'refuses an address that is taken',
      send: { title: 'T', slug: 'read', content: '' },
      refused: {
        code: 'slug-taken',
        error: 'L’adresse «\u00a0read\u00a0» est déjà prise par un autre article.',
        data: { slug: 'read' },
      },
    },
  ],
  updatePost: [
    {
      it: 'changes what is given and leaves the rest',
      send: { id: changed, title: 'Un autre titre' },
      gives: { title: 'Un autre titre', slug: 'changed', change: 'update', wasMerged: false },
    },
    { it: 'answers both texts of a save from an old version', send: fromAnOldVersion, refused: DISPUTED },
    {
      it: 'refuses what is no revision',
      send: { id: changed, revision: 'x' },
      refused: badField('revision', NO_REVISION),
    },
    {
      it: 'does not know an article that is not there',
      send: { id: UNKNOWN_ID, title: 'T' },
      refused: NO_ARTICLE,
    },
    { it: 'refuses what is no id', send: { id: 'x', title: 'T' }, refused: NO_ID },
    {
      it: 'refuses an address that is taken',
      send: { id: changed, slug: 'read' },
      refused: {
        code: 'slug-taken',
        error: 'L’adresse «\u00a0read\u00a0» est déjà prise par un autre article.',
        data: { slug: 'read' },
      },
    },
  ],
  deletePost: [
    { it: 'deletes an article', send: { id: deleted } },
    { it: 'does not know an article that is not there', send: { id: UNKNOWN_ID }, refused: NO_ARTICLE },
    {
      it: 'refuses to delete what was changed since',
      send: { id: read, revision: UNKNOWN_REVISION },
      refused: CONFLICT,
    },
    {
      it: 'refuses what is no revision',
      send: { id: read, revision: 'x' },
      refused: badField('revision', NO_REVISION),
    },
  ],
  duplicatePost: [
    { it: 'makes a draft of an article', send: { id: copied }, gives: { state: 'draft', change: 'create' } },
    { it: 'does not know an article that is not there', send: { id: UNKNOWN_ID }, refused: NO_ARTICLE },
  ],
  ...laterCases,
  checkPost: [
    {
      it: 'finds a cover without words',
      send: { title: 'T', slug: 'un-essai', content: 'Texte.', coverImage: SHOWN_IMAGE },
      gives: [{ kind: 'missing-excerpt' }, { kind: 'missing-cover-alt', field: 'coverImageAlt' }],
    },
    {
      it: 'refuses a cover that is no text',
      send: { coverImage: 3 },
      refused: badField('coverImage', A_TEXT),
    },
  ],
  mendLinks: [
    {
      it: 'leads links to another address',
      send: { from: 'ancien', to: 'read' },
      gives: { posts: [{ id: linking }] },
    },
    { it: 'refuses a missing address', send: { from: 'ancien' }, refused: badField('to', MISSING) },
  ],
  describeImages: [
    {
      it: 'gives the size of an image',
      send: { addresses: [SHOWN_IMAGE, '/images/absente.png'] },
      gives: [{ address: SHOWN_IMAGE, width: 40, height: 30 }],
    },
    { it: 'refuses a list of numbers', send: { addresses: [1] }, refused: badField('addresses.0', A_TEXT) },
  ],
};

function ofField(field: string, reason: string) {
  return { code: 'invalid', error: reason, data: { field, reason } } as const;
}

/** Two saves that started from the same version and say different things. */
async function fromAnOldVersion({ client }: Site): Promise<object> {
  const { revision, content } = await client.getEditablePost({ id: disputed });
  await client.updatePost({ id: disputed, content: content.replace('second', 'deuxième'), revision });
  return { id: disputed, content: content.replace('second', 'nouveau'), revision };
}
