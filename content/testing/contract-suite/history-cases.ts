import { type historyOperations, RESTORABLE_FIELDS } from '#content/contract/history-operations.ts';
import {
  badField,
  type CasesOf,
  NO_ARTICLE,
  NO_ID,
  NO_REVISION,
  notFound,
  type Site,
  UNKNOWN_ID,
  UNKNOWN_REVISION,
} from './contract-case.ts';
import { ARTICLES, SHOWN_IMAGE } from './contract-files.ts';

const { restored, illustrated } = ARTICLES;
const PARTS = ['all', 'content', 'paragraph', ...RESTORABLE_FIELDS];
const NO_VERSION = notFound('Cette version', 'Cette version est introuvable.');

/** The suite's cases of the rows about history. */
export const historyCases: CasesOf<typeof historyOperations> = {
  getPostHistory: [
    {
      it: 'gives the versions, newest first',
      send: twoVersions,
      gives: { versions: [{ isCurrent: true, action: 'update' }, { isCurrent: false }], total: 2 },
    },
    { it: 'refuses what is no id', send: { id: 'x' }, refused: NO_ID },
    { it: 'does not know an article that is not there', send: { id: UNKNOWN_ID }, refused: NO_ARTICLE },
    { it: 'refuses none at all', send: { id: restored, limit: 0 }, refused: badField('limit', '1 au moins') },
  ],
  getPostVersion: [
    { it: 'gives an article as it was', send: oldest, gives: { post: { title: 'Article restored' } } },
    {
      it: 'refuses what is no commit',
      send: { id: restored, commit: 'x' },
      refused: badField('commit', NO_REVISION),
    },
    {
      it: 'does not know a commit that is not there',
      send: { id: restored, commit: UNKNOWN_REVISION },
      refused: NO_VERSION,
    },
  ],
  getPostDifference: [
    {
      it: 'says what differs',
      send: bothVersions,
      gives: { isWhole: true, fields: [{ field: 'title', before: 'Article restored', after: 'Changé' }] },
    },
    {
      it: 'does not know a commit that is not there',
      send: { id: restored, from: UNKNOWN_REVISION, to: UNKNOWN_REVISION },
      refused: NO_VERSION,
    },
  ],
  getPastImage: [
    { it: 'shows an image as it was', send: pastImage, gives: {} },
    {
      it: 'refuses a missing address',
      send: { id: illustrated, commit: UNKNOWN_REVISION },
      refused: badField('address', 'il manque'),
    },
  ],
  restorePostVersion: [
    {
      it: 'takes a field back',
      send: async (site) => ({ ...(await oldest(site)), part: 'title' }),
      gives: { title: 'Article restored', change: 'restore' },
    },
    {
      it: 'refuses a part there is not',
      send: { id: restored, commit: UNKNOWN_REVISION, part: 'colour' },
      refused: badField('part', `attendu ${PARTS.map((part) => `«\u00a0${part}\u00a0»`).join(' ou ')}`),
    },
    {
      it: 'does not know a commit that is not there',
      send: { id: restored, commit: UNKNOWN_REVISION, part: 'all' },
      refused: NO_VERSION,
    },
  ],
};

async function twoVersions({ client }: Site): Promise<object> {
  await client.updatePost({ id: restored, title: 'Changé' });
  return { id: restored };
}

async function versionsOf({ client }: Site, id: string) {
  return (await client.getPostHistory({ id })).versions.map(({ commit }) => commit);
}

async function oldest(site: Site): Promise<object> {
  return { id: restored, commit: (await versionsOf(site, restored)).at(-1) };
}

async function bothVersions(site: Site): Promise<object> {
  const [to, from] = await versionsOf(site, restored);
  return { id: restored, from, to };
}

async function pastImage(site: Site): Promise<object> {
  const [commit] = await versionsOf(site, illustrated);
  return { id: illustrated, commit, address: SHOWN_IMAGE };
}
