import { createRetries } from '#content/git/concurrency.ts';
import type { SiteOptions } from './compose.ts';
import { takeDataFolder } from './data/data-folder.ts';
import { openHeld, type ShowSite, type Site } from './site.ts';

/** The first new try, and the longest pause between two, in milliseconds. */
const PAUSES = { firstMs: 500, longestMs: 10_000 };
/** What a site that was replaced still answers is given this long, in milliseconds. */
const GRACE_MS = 10_000;

interface Replaceable {
  readonly options: SiteOptions;
  /** The site that may write nothing. */
  readonly first: Site;
  /** Sends whoever comes from now on to another site. */
  readonly show: ShowSite;
}

/**
 * Takes the data folder and opens a site that writes, in place of one that may not, as soon as the disk lets it; until then
 * it tries again with growing pauses. One process alone writes: the folder is held before anything of the new site is made.
 */
export function writeAgain({ options, first, show }: Replaceable) {
  const { logger, env } = options;
  let current = first;
  let retired: Site | null = null;
  let grace: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let lastObstacle = '';
  const retries = createRetries(() => {
    running = tryOnce();
  }, PAUSES);

  async function attempt(): Promise<void> {
    const data = await takeDataFolder(env.dataDir);
    if (data.refusal !== null) return;
    const next = await openHeld(options, data, () => undefined);
    show(next.handle);
    retired = current;
    current = next;
    logger.info('Le dossier de données peut de nouveau être écrit\u00a0: les enregistrements reprennent.');
    grace = setTimeout(() => void closeRetired(), GRACE_MS).unref();
  }

  async function tryOnce(): Promise<void> {
    await attempt().catch((error: unknown) => {
      const obstacle = String(error);
      if (obstacle !== lastObstacle) logger.warn({ err: error }, 'the data folder cannot be taken yet');
      lastObstacle = obstacle;
    });
    if (current === first) retries.failed();
  }

  async function closeRetired(): Promise<void> {
    const site = retired;
    retired = null;
    await site?.close().catch((error: unknown) => logger.error({ err: error }, 'background work failed'));
  }

  if (first.isForReading) retries.failed();
  return {
    /** The site that is shown now. */
    current: (): Site => current,
    async close(): Promise<void> {
      retries.stop();
      await running;
      retries.stop();
      clearTimeout(grace);
      await closeRetired();
      await current.close();
    },
  };
}
