import { join } from 'node:path';
import { pino } from 'pino';
import { createContentHistory } from '#content/testing/content-history.ts';
import { startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import { postText, SETTINGS } from '#content/testing/posts.ts';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import { parseEnv } from '../env.ts';
import { startServer } from '../start.ts';
import { AUTHOR_ENV } from './author.ts';
import { ask } from './exchange.ts';
import { createCapturedLog, ROOT, TEST_PASSWORDS } from './running-server.ts';

export const SECRET = 'un-secret-de-crochet';
export const TOKEN = 'jeton-tres-secret-42';

interface Health {
  readonly commit: string;
  readonly counts: {
    readonly pendingPushes: number;
    readonly syncConflicts: number;
    readonly syncBackups: number;
  };
  readonly backups: readonly string[];
}

/** An upstream that asks for a token, and servers that follow it; `close` ends them all. */
export async function createFollowedUpstream() {
  const upstream = await startLoopbackRemote({
    credentials: { username: 'x-access-token', password: TOKEN },
  });
  const toClose: (() => Promise<void> | void)[] = [];

  /** A server that follows the upstream; with a DATA_DIR of its own unless `env` names one. */
  async function startFollower(env: Readonly<Record<string, string>> = {}) {
    const folder = createTemporaryFolder();
    toClose.push(folder.remove);
    const log = createCapturedLog();
    const running = await startServer({
      env: parseEnv({
        PORT: '0',
        DATA_DIR: folder.path,
        STARTER: 'empty',
        CONTENT_REMOTE_URL: upstream.url,
        CONTENT_REMOTE_TOKEN: TOKEN,
        CONTENT_WEBHOOK_SECRET: SECRET,
        ...AUTHOR_ENV,
        ...env,
      }),
      logger: pino({ level: 'info' }, log.stream),
      root: ROOT,
      passwordWork: TEST_PASSWORDS,
    });
    let stopping: Promise<void> | null = null;
    const stop = (): Promise<void> => (stopping ??= running.stop());
    toClose.push(stop);
    const get = async (path: string) => ask(running.port, path);
    const health = async () => JSON.parse((await get('/healthz')).text) as Health; // our own
    const dataDir = env['DATA_DIR'] ?? folder.path;
    return { ...running, stop, get, health, dataDir, gitDir: join(dataDir, 'content.git'), log };
  }

  /** A site upstream, which others write to. */
  function createUpstreamSite() {
    const history = createContentHistory();
    toClose.push(() => history.remove());
    const publish = (...args: Parameters<typeof history.commit>): string => {
      const commit = history.commit(...args);
      history.git(['push', '--quiet', '--force', upstream.gitDir, 'main']);
      return commit;
    };
    publish({ ...SETTINGS, 'posts/2025/un.md': postText(1, 'Premier titre') });
    /** A commit after the newest one of the upstream, as another machine makes it. */
    const publishNext = (files: Parameters<typeof history.commit>[0]): string => {
      history.git(['fetch', '--quiet', upstream.gitDir, 'main']);
      return publish(files, [history.git(['rev-parse', 'FETCH_HEAD'])]);
    };
    const read = (path: string): string => `${upstream.git('show', `main:${path}`)}\n`;
    return { publish, publishNext, read };
  }

  return {
    upstream,
    startFollower,
    createUpstreamSite,
    async close(): Promise<void> {
      for (const close of toClose.splice(0).reverse()) await close();
      await upstream.stop();
    },
  };
}

export type FollowedUpstream = Awaited<ReturnType<typeof createFollowedUpstream>>;
