import type { postsOperations } from '#content/contract/posts-operations.ts';
import {
  badField,
  type CasesOf,
  NO_ARTICLE,
  notFound,
  type Site,
  UNKNOWN_ID,
  UNKNOWN_REVISION,
} from './contract-case.ts';
import { ARTICLES } from './contract-files.ts';

type Rows = Pick<
  typeof postsOperations,
  | 'savePendingVersion'
  | 'applyPendingVersion'
  | 'dropPendingVersion'
  | 'listDeletedPosts'
  | 'restoreDeletedPost'
>;

const { read, deleted, applied, dropped, binned } = ARTICLES;
const NO_PENDING = notFound('La modification en attente', 'La modification en attente est introuvable.');
const NOT_IN_BIN = notFound('Cet article supprimé', 'Cet article supprimé est introuvable.');

/** The suite's cases of what readers see later, or no longer: pending versions and the bin. */
export const laterCases: CasesOf<Rows> = {
  savePendingVersion: [
    {
      it: 'keeps a text beside what readers see',
      send: { id: applied, title: 'En attente', readerNote: 'Titre revu.\nDeux fois.' },
      gives: {
        title: 'Article applied',
        pending: { title: 'En attente', readerNote: 'Titre revu. Deux fois.' },
      },
    },
    {
      it: 'does not know an article that is not there',
      send: { id: UNKNOWN_ID, title: 'T' },
      refused: NO_ARTICLE,
    },
    {
      it: 'refuses a title that is a list',
      send: { id: applied, title: [] },
      refused: badField('title', 'un texte est attendu'),
    },
  ],
  applyPendingVersion: [
    {
      it: 'shows it to readers',
      send: withPending(applied),
      gives: { title: 'En attente', change: 'update' },
    },
    {
      it: 'refuses where none waits',
      send: { id: read },
      refused: NO_PENDING,
    },
    { it: 'does not know an article that is not there', send: { id: UNKNOWN_ID }, refused: NO_ARTICLE },
  ],
  dropPendingVersion: [
    { it: 'abandons it', send: withPending(dropped) },
    { it: 'does not know an article that is not there', send: { id: UNKNOWN_ID }, refused: NO_PENDING },
  ],
  listDeletedPosts: [
    { it: 'gives what can be brought back', send: binOf(binned), gives: [{ id: binned }, { id: deleted }] },
    {
      it: 'refuses a place before the first',
      send: { offset: -1 },
      refused: badField('offset', '0 au moins'),
    },
  ],
  restoreDeletedPost: [
    {
      it: 'brings an article back as a draft',
      send: inTheBin(binned),
      gives: { id: binned, state: 'draft' },
    },
    {
      it: 'does not know a commit that is not there',
      send: { id: UNKNOWN_ID, commit: UNKNOWN_REVISION },
      refused: NOT_IN_BIN,
    },
    { it: 'refuses a missing commit', send: { id: UNKNOWN_ID }, refused: badField('commit', 'il manque') },
  ],
};

function withPending(id: string) {
  return async ({ client }: Site): Promise<object> => {
    await client.savePendingVersion({ id, title: 'En attente' });
    return { id };
  };
}

function binOf(id: string) {
  return async ({ client }: Site): Promise<object> => {
    await client.deletePost({ id });
    return {};
  };
}

function inTheBin(id: string) {
  return async ({ client }: Site): Promise<object> => {
    const bin = await client.listDeletedPosts({});
    return { id, commit: bin.find((post) => post.id === id)?.commit };
  };
}
