import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { lockTroubles } from '#content/git/leftovers.ts';
import { compose, type SiteOptions } from './compose.ts';
import { type DataFolder, readableFolder } from './data/data-folder.ts';
import type { UpstreamSettings } from './env.ts';
import { cloneUpstream } from './follow-upstream.ts';
import { type Branches, type OpenedRepository, openRepository } from './open-repository.ts';

/** Told of a site whose readers may come: its content is there, not all of it is open yet. */
export type ShowSite = (handle: RequestListener) => void;

/**
 * Opens the site of a data folder: the repository, the content with its pages, all the rest. One that cannot be written
 * after all, for want of room, is opened for reading. The folder is let go of when this fails.
 */
export async function openSite(options: SiteOptions, data: DataFolder, show: ShowSite) {
  try {
    return await openHeld(options, data, show);
  } catch (error) {
    if (data.refusal !== null) throw error;
    const readable = await readableFolder(options.env.dataDir, error);
    return openHeld(options, readable, show);
  }
}

/** The same, and nothing else when that fails. */
export async function openHeld(options: SiteOptions, data: DataFolder, show: ShowSite) {
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
    return {
      ...app,
      /** Whether it may write nothing, and only shows what is there. */
      isForReading: data.refusal !== null,
      async close(): Promise<void> {
        try {
          await app.close();
        } finally {
          await data.release();
        }
      },
    };
  } catch (error) {
    await data.release();
    throw error;
  }
}

export type Site = Awaited<ReturnType<typeof openHeld>>;

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
  const { upstream } = env;
  const cloneFrom = (from: UpstreamSettings) => (branches: Branches) => {
    const copying = { ...branches, env, logger, cloning };
    return cloneUpstream(copying, from, signal).finally(cloning.done);
  };
  const clone = upstream === null ? null : cloneFrom(upstream);
  const starterFolder = join(root, 'content/starter');
  const opened = await openRepository({ env, data, starterFolder, clock, clone });
  return { ...opened, repaired: [...data.repaired, ...opened.repaired] };
}
