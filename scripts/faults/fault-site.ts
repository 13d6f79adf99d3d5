import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '#content/testing/random.ts';
import { createTemporaryFolder, git } from '#content/testing/temporary-repository.ts';
import { createArticle } from './admin-works.ts';
import { makeApplicationPassword, signIn } from './author.ts';
import { createLedger } from './ledger.ts';
import { AUTHOR, launchServer, type Settings } from './server-process.ts';

interface FaultSiteOptions {
  /** Is given the data folder before it is used. */
  readonly prepare?: (dataDir: string) => void;
  /** Of the server's environment. */
  readonly settings?: Settings;
}

/**
 * A site that goes through all rounds, and what its clients know of it, in a folder of their own.
 */
export async function createFaultSite(random: Random, { prepare, settings = {} }: FaultSiteOptions = {}) {
  const folder = createTemporaryFolder();
  const dataDir = join(folder.path, 'data');
  const gitDir = join(dataDir, 'content.git');
  const clone = join(folder.path, 'clone');
  mkdirSync(dataDir);
  prepare?.(dataDir);
  const ledger = createLedger(join(folder.path, 'ledger.jsonl'));
  const server = launchServer(dataDir, settings);
  const { origin } = await server.ready;
  const author = await signIn(origin);
  const context = { author, ledger, random, longestPauseMs: 1 };
  const saved = await createArticle(context, 'enregistre');
  const pending = await createArticle(context, 'en-attente');
  if (saved === null || pending === null) throw new Error('the first articles were refused');
  const password = await makeApplicationPassword(author);
  await server.stop();
  git(['clone', '--quiet', '--no-hardlinks', gitDir, clone], { cwd: folder.path });
  return {
    folder: folder.path,
    dataDir,
    settings,
    gitDir,
    clone,
    ledger,
    /** The articles that are saved, and that have pending versions, in every round. */
    saved: { id: saved, slug: 'enregistre' },
    pending: { id: pending, slug: 'en-attente' },
    /** The server's own remote, with what opens it. */
    remoteAt: (port: number) =>
      `http://${AUTHOR.username}:${encodeURIComponent(password)}@127.0.0.1:${port}/content.git`,
    remove: () => {
      ledger.close();
      folder.remove();
    },
  };
}

export type FaultSite = Awaited<ReturnType<typeof createFaultSite>>;
