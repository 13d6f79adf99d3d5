import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { lockTroubles } from '#content/git/leftovers.ts';
import { compose } from './compose.ts';
import { type DataFolder, readableFolder } from './data/data-folder.ts';
import type { Env } from './env.ts';
import { cloneUpstream } from './follow-upstream.ts';
import { type Branches, type OpenedRepository, openRepository } from './open-repository.ts';
import type { CloneProgress } from './start-progress.ts';

export interface SiteOptions {
  readonly env: Env;
  readonly logger: Logger;
  /** The folder of package.json. */
  readonly root: string;
  /** Without a final slash. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Told to stop: a first start then waits for its upstream no longer, and nobody for a place. */
  readonly signal: AbortSignal;
  /** Told how far a first start is that copies its upstream. */
  readonly cloning: CloneProgress;
  /** bcrypt's cost; tests take a low one. */
  readonly bcryptCost?: number | undefined;
}

export interface Site {
  readonly handle: RequestListener;
  /** Whether it may write nothing, and only shows what is there. */
  readonly isForReading: boolean;
  /** The one-time code that creates the first administrator; null when there is one. */
  firstCode(): string | null;
  /** The end is near: no answer under way waits any more for work in the background, which `close` would end after it. */
  expectEnd(): void;
  /** Keeps what the next start can use, and lets go of DATA_DIR. */
  close(): Promise<void>;
}

/** Told of a site whose readers may come: its content is there, not all of it is open yet. */
export type ShowSite = (handle: RequestListener) => void;

/**
 * Opens the site of a data folder: the repository, the content with its pages, all the rest. One that cannot be written
 * after all, for want of room, is opened for reading. The folder is let go of when this fails.
 */
export async function openSite(options: SiteOptions, data: DataFolder, show: ShowSite): Promise<Site> {
  try {
    return await openHeld(options, data, show);
  } catch (error) {
    if (data.refusal !== null) throw error;
    const readable = await readableFolder(options.env.dataDir, error);
    return openHeld(options, readable, show);
  }
}

/** The same, and nothing else when that fails. */
export async function openHeld(options: SiteOptions, data: DataFolder, show: ShowSite): Promise<Site> {
  try {
    const opened = await openRepositoryOf(options, data);
    if (opened.repaired.length > 0) options.logger.warn(`Réparé au démarrage. ${opened.repaired.join(' ')}`);
    for (const { reason: said, remedy } of lockTroubles(data.gitDir, opened.locks))
      options.logger.warn(`${said} ${remedy}`);
    const reason = data.refusal?.sentence ?? opened.readOnly;
    if (reason !== null) options.logger.error(reason);
    const app = composed(options, data, opened);
    await app
      .open(() => show(app.handle))
      .catch(async (error: unknown) => {
        await app.close();
        throw error;
      });
    const close = async () => {
      try {
        await app.close();
      } finally {
        await data.release();
      }
    };
    const { handle, firstCode, expectEnd } = app;
    return { handle, isForReading: data.refusal !== null, firstCode, expectEnd, close };
  } catch (error) {
    await data.release();
    throw error;
  }
}

function composed(options: SiteOptions, data: DataFolder, opened: OpenedRepository) {
  try {
    return compose({ ...options, data, opened });
  } catch (error) {
    opened.repository.close();
    throw error;
  }
}

async function openRepositoryOf(options: SiteOptions, data: DataFolder): Promise<OpenedRepository> {
  const { env, logger, root, clock, signal, cloning } = options;
  const { branch, workBranch, starter, upstream } = env;
  const { gitDir } = data;
  const clone = async (branches: Branches) => {
    if (upstream === null) return false;
    const copying = { ...branches, env, gitDir, clock, logger, onProgress: cloning.note };
    return cloneUpstream(copying, upstream, signal).finally(cloning.done);
  };
  const starterFolder = join(root, 'content/starter');
  const refusal = data.refusal?.error ?? null;
  const opened = await openRepository({
    gitDir,
    refusal,
    branch,
    workBranch,
    starterFolder,
    starter,
    clock,
    clone,
  });
  return { ...opened, repaired: [...data.repaired, ...opened.repaired] };
}
