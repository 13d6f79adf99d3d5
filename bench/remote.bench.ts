import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { initBareRepository } from '#content/git/bare-repository.ts';
import { createObjectStore } from '#content/git/objects/objects.ts';
import { gitTransport } from '#content/remote/git-transport.ts';
import { libraryTransport } from '#content/remote/library-transport.ts';
import { createRemote, type Remote } from '#content/remote/remote.ts';
import type { Transport } from '#content/remote/transport.ts';
import { startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import { git, gitAside } from '#content/testing/temporary-repository.ts';
import type { Figures } from './bounds.ts';
import { type Bench, withCorpus } from './product.ts';
import { median, timed } from './requests.ts';

const ROUNDS = 3;

/** Moves a history from or to a server; what git or we need before is there. */
interface Way {
  clone(url: string, to: string): Promise<unknown>;
  fetch(url: string, to: string): Promise<unknown>;
  push(url: string, from: string): Promise<unknown>;
}

/**
 * A first clone, a fetch of the later half of a history and a first push, until refs may be set, beside the git program's own from
 * and to the same server; without the git program once, as a note.
 */
export function benchRemote({ posts, note }: Bench): Promise<Figures<'remote'>> {
  note(`making ${posts} articles and ${posts} commits`);
  return withCorpus({ posts, commits: posts }, async ({ dataDir, gitDir }) => {
    git(['repack', '-q', '-a', '-d'], { cwd: gitDir });
    const to = join(dataDir, 'there.git');
    const half = git(['rev-parse', `main~${Math.floor(posts / 2)}`], { cwd: gitDir });
    const figures: Record<string, number> = {};
    for (const act of ['clone', 'fetch', 'push'] as const) {
      const [own, ours]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        note(`${act}, round ${round + 1} of ${ROUNDS}`);
        own.push(await timeOf(act, byGit));
        ours.push(await timeOf(act, through(gitTransport)));
      }
      figures[act] = median(ours) / median(own);
      const alone = await timeOf(act, through(libraryTransport));
      note(
        `${act}: git ${median(own).toFixed(0)} ms, ours ${median(ours).toFixed(0)}, without git ${alone.toFixed(0)}`,
      );
    }
    const { clone = Number.NaN, fetch = Number.NaN, push = Number.NaN } = figures;
    return { clone, fetch, push };

    async function timeOf(act: keyof Way, way: Way): Promise<number> {
      const server = await startLoopbackRemote();
      try {
        if (act === 'push') return await timed(() => way.push(server.url, gitDir));
        rmSync(server.gitDir, { recursive: true });
        git(['clone', '-q', '--bare', '--local', gitDir, server.gitDir], { cwd: dataDir });
        await initBareRepository(to, 'main');
        if (act === 'fetch') git(['fetch', '-q', gitDir, `${half}:refs/heads/main`], { cwd: to });
        return await timed(() => way[act](server.url, to));
      } finally {
        await server.stop();
        rmSync(to, { recursive: true, force: true });
      }
    }
  });
}

const byGit: Way = {
  clone: (url, to) => gitAside(['clone', '-q', '--bare', url, 'clone'], { cwd: to }),
  fetch: (url, to) => gitAside(['fetch', '-q', url, 'main:refs/heads/main'], { cwd: to }),
  push: (url, from) => gitAside(['push', '-q', url, 'main'], { cwd: from }),
};

function through(transport: Transport): Way {
  const fetchInto = (url: string, gitDir: string, known: readonly string[]) =>
    withRemote({ transport, url, gitDir }, (remote) => remote.fetch(known));
  return {
    clone: (url, to) => fetchInto(url, to, []),
    fetch: (url, to) => fetchInto(url, to, [git(['rev-parse', 'main'], { cwd: to })]),
    push: (url, from) =>
      withRemote({ transport, url, gitDir: from }, (remote) =>
        remote.push({ branch: 'main', from: null, to: git(['rev-parse', 'main'], { cwd: from }) }),
      ),
  };
}

async function withRemote(
  how: { readonly transport: Transport; readonly url: string; readonly gitDir: string },
  work: (remote: Remote) => Promise<unknown>,
): Promise<void> {
  const objects = createObjectStore({ gitDir: how.gitDir });
  try {
    await work(createRemote({ ...how, objects, branch: 'main', credentials: () => null }));
  } finally {
    objects.close();
  }
}
