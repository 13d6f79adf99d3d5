import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { createClient, createClientOf } from '#content/contract/client.ts';
import type { Operation } from '#content/contract/operation.ts';
import { type OperationName, operations } from '#content/contract/operations.ts';
import { initBareRepository } from '#content/git/bare-repository.ts';
import { createContentRepository } from '#content/git/content-repository.ts';
import { ENCRIER } from '#content/service/open-content.ts';
import { changing } from '#content/testing/change-sets.ts';
import { eventually } from '#content/testing/eventually.ts';
import { createTemporaryFolder, git } from '#content/testing/temporary-repository.ts';
import { type BlindApp, startBlindApp } from '#desktop/testing/blind-app.ts';
import { requestOf } from '#site/admin/api/http-request.ts';
import { errorOf } from '#site/admin/api/http-transport.ts';
import { layWire, type Wire } from '../../e2e/desktop/wire.ts';
import { type Author, makeApplicationPassword, signIn } from '../faults/author.ts';
import { copySite } from '../faults/desktop/desktop-site.ts';
import { AUTHOR, failures, launchServer, type ServerProcess } from '../faults/server-process.ts';
import { createMemory } from './memory.ts';
import { authorOf, type Desk, deskCalls, type ReadPost, type Site } from './side.ts';
import { beginning, type Ending, type World } from './world.ts';

/** About as long as a change of a disk takes, in milliseconds: an end is told as so many changes from now. */
const CHANGE_MS = 8;

/** Programs that are killed (SIGKILL) some time after it was decided; by the folder that is theirs. */
function createKiller(): Ending & {
  add(folder: string, kill: () => Promise<void>): void;
  settled(): Promise<void>;
} {
  const kills = new Map<string, () => Promise<void>>();
  const armed = new Map<string, NodeJS.Timeout>();
  const ended = new Set<string>();
  let killing: Promise<void> = Promise.resolve();
  return {
    add: (folder, kill) => void kills.set(folder, kill),
    settled: () => killing,
    endAfter(folder, changes): void {
      const end = () => {
        ended.add(folder);
        killing = kills.get(folder)?.() ?? Promise.resolve();
      };
      armed.set(folder, setTimeout(end, changes * CHANGE_MS));
    },
    hasEnded: (folder) => ended.has(folder),
    isArmed: (folder) => armed.has(folder),
    mend(folder): void {
      clearTimeout(armed.get(folder));
      armed.delete(folder);
      ended.delete(folder);
    },
  };
}

const publicSchema = z.array(
  z.object({ id: z.string(), revision: z.string(), title: z.string(), content: z.string() }),
);

/** The server as it is built, in a process of its own, called by HTTP. */
function createServerSide(folder: string) {
  const dataDir = join(folder, 'data');
  let server: ServerProcess | null = null;
  let port = '0';
  let author: Author | null = null;
  let heard = 0;
  const client = createClient(async (name: OperationName, input) => {
    const operation: Operation = operations[name];
    const { verb, address, body } = requestOf(operation, input, '');
    if (author === null) throw new Error('the server has ended');
    const sent = typeof body === 'string' ? (JSON.parse(body) as unknown) : (body ?? undefined); // JSON of ours
    const { status, text, value } = await author.call(`${verb} ${address}`, sent);
    if (status < 200 || status >= 300) throw errorOf({ status, statusText: '', body: text });
    return text === '' ? undefined : value;
  });
  const side: Site = {
    name: 'site',
    folder: dataDir,
    gitDir: join(dataDir, 'content.git'),
    client,
    async open(): Promise<void> {
      const launched = launchServer(dataDir, { PORT: port });
      server = launched;
      heard = 0;
      const ready = await launched.ready;
      port = String(ready.port);
      author = await signIn(ready.origin);
    },
    async close(): Promise<void> {
      author = null;
      await server?.kill('everything');
      server = null;
    },
    complaints(): readonly string[] {
      const lines = (server?.lines() ?? []).filter((line) => line['status'] !== 503);
      const fresh = failures(lines).slice(heard);
      heard += fresh.length;
      return fresh;
    },
    async readers(): Promise<readonly ReadPost[]> {
      const answer = await author?.call('GET /api/posts').catch(() => null);
      if (answer?.status !== 200) return [];
      return publicSchema
        .parse(answer.value)
        .map((post) => ({ ...post, content: () => Promise.resolve(post.content) }));
    },
    notice: () => Promise.resolve(),
  };
  return { side, origin: () => `http://127.0.0.1:${port}`, author: () => author };
}

interface DeskPlace {
  readonly name: Desk['name'];
  readonly folder: string;
  readonly address: string;
  readonly password: string;
}

/** The app as it is built, in a process of its own, with the stand-in for Electron. */
function createAppSide({ name, folder, address, password }: DeskPlace): Desk {
  const articles = join(folder, 'articles');
  const userData = join(folder, 'settings');
  let app: BlindApp | null = null;
  let heard = 0;
  const running = (): BlindApp => {
    if (app === null) throw new Error('the app has ended');
    return app;
  };
  const ask = async (call: string, input: unknown): Promise<unknown> => {
    const { client, host } = running();
    const methods: Readonly<Record<string, ((input: never) => Promise<unknown>) | undefined>> = {
      ...client,
      ...host,
    };
    return methods[call]?.(input as never); // each checks its own input
  };
  return {
    ...{ name, folder, articles },
    gitDir: join(articles, '.git'),
    client: createClient(ask),
    host: createClientOf(deskCalls, ask),
    async open(): Promise<void> {
      if (!existsSync(articles)) {
        mkdirSync(articles);
        const writer = authorOf(name);
        await copySite(startBlindApp({ userData }), { folder: articles, address, password, author: writer });
      }
      app = startBlindApp({ userData });
      heard = 0;
      await app.ready;
    },
    async close(): Promise<void> {
      await app?.kill();
      app = null;
    },
    async followed(): Promise<void> {
      await eventually(
        () => existsSync(join(articles, '.git/index.lock')),
        (isLocked) => !isLocked,
      );
    },
    complaints(): readonly string[] {
      const all = app?.complaints() ?? '';
      const fresh = all.slice(heard).trim();
      heard = all.length;
      return fresh === '' ? [] : [fresh];
    },
  };
}

/** The world of a story whose programs are the real ones, as they are built, each in a process that is killed with SIGKILL. */
export async function createProcessWorld(): Promise<World> {
  const temporary = createTemporaryFolder();
  const killer = createKiller();
  const dataDir = join(temporary.path, 'data');
  mkdirSync(dataDir);
  const gitDir = join(dataDir, 'content.git');
  await initBareRepository(gitDir, 'main');
  const repository = createContentRepository({
    ...{ gitDir, branch: 'main', committer: ENCRIER },
    clock: () => new Date(),
  });
  const first = await repository.commit(changing(beginning()), { expected: null });
  repository.close();
  const { side: site, origin, author } = createServerSide(temporary.path);
  await site.open();
  const signedIn = author();
  if (signedIn === null) throw new Error('nobody is signed in');
  const password = await makeApplicationPassword(signedIn);
  const wires: Wire[] = [];
  const desks: Desk[] = [];
  for (const name of ['clara', 'denis'] as const) {
    const folder = join(temporary.path, name);
    mkdirSync(folder);
    const wire = await layWire(origin());
    wires.push(wire);
    desks.push(createAppSide({ name, folder, address: wire.origin, password }));
  }
  for (const desk of desks) await desk.open();
  const sides = [site, ...desks];
  for (const side of sides) killer.add(side.folder, () => side.close());
  const operator = join(temporary.path, 'operateur');
  git(['clone', '--quiet', '--no-hardlinks', gitDir, operator], { cwd: temporary.path });
  const { username } = AUTHOR;
  const url = `${origin().replace('://', `://${username}:${encodeURIComponent(password)}@`)}/content.git`;
  return {
    ...{ site, desks, sides, operator, first, disk: killer, isOrdered: false },
    remote: {
      url,
      fail: () => {
        for (const wire of wires) wire.cutAfterPush();
      },
      keepFailing: (fault) => {
        for (const wire of wires)
          if (fault === null) wire.mend();
          else wire.cut();
      },
      clearFaults: () => {
        for (const wire of wires) wire.mend();
      },
    },
    git: (cwd, args) => git(args, { cwd, env: { GIT_TERMINAL_PROMPT: '0' } }),
    now: () => Date.now(),
    advance: () => undefined,
    memory: createMemory(),
    forms: new Map(),
    written: [],
    faults: [],
    isOffline: false,
    async close(): Promise<void> {
      for (const side of sides) {
        killer.mend(side.folder);
        await side.close();
      }
      await killer.settled();
      for (const wire of wires) await wire.close();
      temporary.remove();
    },
  };
}
