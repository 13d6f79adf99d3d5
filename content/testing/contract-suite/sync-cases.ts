import type { syncOperations } from '#content/contract/sync-operations.ts';
import { git } from '../temporary-repository.ts';
import { badField, type CasesOf, notFound, type Site } from './contract-case.ts';

const NO_QUESTION = notFound('Cette question', 'Cette question est introuvable.');
const NO_BACKUP = notFound('Cette sauvegarde', 'Cette sauvegarde est introuvable.');

/** The suite's cases of the rows about the repository that is followed. */
export const syncCases: CasesOf<typeof syncOperations> = {
  getSyncState: [
    { it: 'says that one is followed', send: afterSync, gives: { isFollowing: true, conflicts: 0 } },
  ],
  syncNow: [{ it: 'exchanges with it', send: {}, gives: { isFollowing: true, error: null, unsent: 0 } }],
  listSyncConflicts: [
    {
      it: 'gives the questions',
      send: disputedByAnother,
      gives: [{ path: 'site.yml', kind: 'file' }],
      isOfTheDoor: true,
    },
  ],
  getSyncConflict: [
    {
      it: 'gives both sides',
      send: async (site) => ({ id: await question(site) }),
      gives: { kind: 'settings', file: 'site' },
      isOfTheDoor: true,
    },
    { it: 'does not know a question there is not', send: { id: 'x' }, refused: NO_QUESTION },
    {
      it: 'refuses an id too long',
      send: { id: 'x'.repeat(65) },
      refused: badField('id', '64\u00a0caractères au plus'),
    },
  ],
  resolveSyncConflict: [
    { it: 'answers one', send: async (site) => ({ id: await question(site), keep: 'theirs' }) },
    {
      it: 'refuses another answer',
      send: { id: 'x', keep: 'both' },
      refused: badField('keep', 'attendu «\u00a0ours\u00a0» ou «\u00a0theirs\u00a0»'),
    },
    { it: 'does not know a question there is not', send: { id: 'x', keep: 'ours' }, refused: NO_QUESTION },
  ],
  dismissSyncBackup: [
    { it: 'takes note of a backup', send: backedUp },
    { it: 'does not know a backup there is not', send: { name: 'x' }, refused: NO_BACKUP },
  ],
};

/** Another clone and we change one setting while nothing can be exchanged. */
async function disputedByAnother({ client, door }: Site): Promise<object> {
  await client.syncNow({});
  door.upstream.keepFailing({ kind: 'status', status: 503 });
  const { site, revision } = await client.getSite({});
  await client.updateSite({ site: { ...site, brand: { ...site.brand, name: 'Notre atelier' } }, revision });
  const there = git(['show', 'main:site.yml'], { cwd: door.upstream.gitDir });
  door.upstream.publish({ 'site.yml': `${there.replace(site.brand.name, 'Leur atelier')}\n` });
  door.upstream.keepFailing(null);
  await client.syncNow({});
  return {};
}

async function question({ client }: Site): Promise<string | undefined> {
  return (await client.listSyncConflicts({}))[0]?.id;
}

function backedUp({ door }: Site): Promise<object> {
  const commit = git(['rev-parse', 'main'], { cwd: door.gitDir });
  const name = `2026-01-02-${commit.slice(0, 12)}`;
  git(['update-ref', `refs/encrier/backup/${name}`, commit], { cwd: door.gitDir });
  return Promise.resolve({ name });
}

async function afterSync({ client }: Site): Promise<object> {
  await client.syncNow({});
  return {};
}
