import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder, git } from '#content/testing/temporary-repository.ts';
import { remoteOf, signIn } from '../programs/author.ts';
import { readyServer, withServers } from '../programs/server.ts';
import { createArticle, SERVER_REFUSALS } from './author-works.ts';
import { createLedger } from './ledger.ts';

/** A site that goes through all rounds, and what its clients know of it, in a folder of their own; `prepare` is given its data folder. */
export async function createFaultSite(prepare?: (dataDir: string) => void) {
  const folder = createTemporaryFolder();
  const dataDir = join(folder.path, 'data');
  const gitDir = join(dataDir, 'content.git');
  const clone = join(folder.path, 'clone');
  mkdirSync(dataDir);
  prepare?.(dataDir);
  const ledger = createLedger(join(folder.path, 'ledger.jsonl'));
  const begun = await withServers({ dataDir }, async (launch) => {
    const server = await readyServer(launch);
    const author = await signIn(server.origin);
    const context = { client: author.client, ledger, mayRefuse: SERVER_REFUSALS };
    const saved = await createArticle(context, 'enregistre');
    const pending = await createArticle(context, 'en-attente');
    if (saved === null || pending === null) throw new Error('the first articles were refused');
    const remoteAt = await remoteOf(author);
    await server.stop();
    return { saved, pending, remoteAt };
  });
  git(['clone', '--quiet', '--no-hardlinks', gitDir, clone], { cwd: folder.path });
  return {
    folder: folder.path,
    dataDir,
    gitDir,
    clone,
    ledger,
    /** The articles that are saved, and that have pending versions, in every round; the server's own remote, with what opens it. */
    ...begun,
    remove: folder.remove,
  };
}

export type FaultSite = Awaited<ReturnType<typeof createFaultSite>>;
