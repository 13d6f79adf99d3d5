import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { type Client, createClient, createClientOf } from '#content/contract/client.ts';
import type { ImportState } from '#content/contract/import-operations.ts';
import { initBareRepository } from '#content/git/bare-repository.ts';
import { eventually } from '#content/testing/eventually.ts';
import { createTemporaryFolder, git } from '#content/testing/temporary-repository.ts';
import { type BlindApp, startBlindApp } from '#desktop/testing/blind-app.ts';
import { layWire, type Wire } from '../../e2e/desktop/wire.ts';
import { type Author, remoteOf, signIn } from '../programs/author.ts';
import { failures, launchServer, type ServerProcess, type Settings } from '../programs/server.ts';
import { authorOf, type Desk, deskCalls, type ReadPost, type Site } from './side.ts';
import { begin, type Ending, type Follows, startUpstream, type World, worldOf } from './world.ts';

/** How long a start takes at most that is killed, in milliseconds. */
const LONGEST_START_MS = 1200;
/** About as long as a change of a disk takes, in milliseconds: an end is told as so many changes from now. */
const CHANGE_MS = 8;

/** Programs that are killed (SIGKILL) some time after it was decided; by the folder that is theirs. */
function createKiller(): Ending & {
  add(folder: string, kill: () => Promise<void>): void;
  idle(): Promise<void>;
} {
  const kills = new Map<string, () => Promise<void>>();
  const armed = new Map<string, NodeJS.Timeout>();
  const ended = new Set<string>();
  let killing: Promise<void> = Promise.resolve();
  return {
    add: (folder, kill) => void kills.set(folder, kill),
    idle: () => killing,
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

/** Has whoever is there answer a call. */
async function answer(methods: object | null, name: string, input: unknown): Promise<unknown> {
  if (methods === null) throw new Error('the program has ended');
  const calls = methods as Readonly<Record<string, ((input: unknown) => Promise<unknown>) | undefined>>; // each checks its input
  return calls[name]?.(input);
}

/** The server as it is built, in a process of its own, called by HTTP. */
function createServerSide(folder: string, settings: Settings) {
  const dataDir = join(folder, 'data');
  let server: ServerProcess | null = null;
  let port = 0;
  let author: Author | null = null;
  let heard = 0;
  const side: Site = {
    name: 'site',
    folder: dataDir,
    gitDir: join(dataDir, 'content.git'),
    client: createClient((name, input) => answer(author?.client ?? null, name, input)),
    async open(): Promise<void> {
      const launched = launchServer(dataDir, { ...settings, PORT: String(port) });
      server = launched;
      heard = 0;
      ({ port } = await launched.ready);
      author = await signIn(`http://127.0.0.1:${port}`);
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
      const read = await author?.get('/api/posts').catch(() => null);
      if (read?.status !== 200) return [];
      return publicSchema
        .parse(JSON.parse(read.text))
        .map((post) => ({ ...post, content: () => Promise.resolve(post.content) }));
    },
    importFrom: (file) => sendExport(side.client, file),
    notice: async () => {
      if ('CONTENT_REMOTE_URL' in settings) await author?.client.syncNow({}).catch(() => null);
    },
  };
  return { side, port: () => port, author: () => author };
}

/** Sends a file as the page does. */
async function sendExport(client: Client, file: string): Promise<ImportState> {
  const part = new Uint8Array(readFileSync(file));
  const { id } = await client.createImport({ files: [{ name: basename(file), bytes: part.length }] });
  await client.sendImportPart({ id, index: 0, offset: 0, part });
  return client.readImport({ id });
}

interface DeskPlace {
  readonly name: Desk['name'];
  readonly folder: string;
  /** The server's repository, with what opens it. */
  readonly remote: string;
  /** The origin by which it reaches that server. */
  readonly through: string;
}

/** The app as it is built, in a process of its own, with the stand-in for Electron; two starts of three are killed first. */
function createAppSide(place: DeskPlace): Desk {
  const { name, folder } = place;
  const articles = join(folder, 'articles');
  const userData = join(folder, 'settings');
  let app: BlindApp | null = null;
  let heard = 0;
  let starts = 0;
  const ask = (call: string, input: unknown) =>
    answer(app === null ? null : { ...app.client, ...app.host }, call, input);
  return {
    name,
    folder,
    articles,
    gitDir: join(articles, '.git'),
    client: createClient(ask),
    host: createClientOf(deskCalls, ask),
    async open(): Promise<void> {
      if (!existsSync(articles)) {
        mkdirSync(articles);
        await copySite(startBlindApp({ userData }), place);
      }
      starts += 1;
      if (starts % 3 > 0) {
        const cut = startBlindApp({ userData });
        await pause((starts * 397) % LONGEST_START_MS);
        await cut.kill();
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
    async importFrom(file) {
      if (app === null) throw new Error('the program has ended');
      await app.tell('choose-next', file);
      const begun = await app.host.chooseExport({ kind: 'files' });
      if (begun === null) throw new Error('no file was chosen');
      return begun;
    },
    complaints(): readonly string[] {
      const all = app?.complaints() ?? '';
      const fresh = all.slice(heard).trim();
      heard = all.length;
      return fresh === '' ? [] : [fresh];
    },
  };
}

/** Has an app that starts for the first time copy the site, and quit. */
async function copySite(app: BlindApp, { name, folder, remote, through }: DeskPlace): Promise<void> {
  const { host, tell } = app;
  try {
    await app.ready;
    await tell('choose-next', join(folder, 'articles'));
    const chosen = await host.chooseFolder({});
    if (chosen === null) throw new Error('no folder was chosen');
    const { username, password } = new URL(remote);
    await host.startClone({
      folderId: chosen.id,
      source: { kind: 'site', address: through, username, password: decodeURIComponent(password) },
      author: authorOf(name),
    });
    const state = await eventually(
      () => host.getClone({}),
      ({ kind }) => kind !== 'running',
    );
    if (state.kind !== 'done')
      throw new Error(`the copy ended as ${JSON.stringify(state)}: ${app.complaints()}`);
    await app.quit();
  } finally {
    await app.kill();
  }
}

/** What makes the world of a story whose programs are the real ones, each in a process that is killed with SIGKILL; they are built first. */
export async function builtWorld(follows: Follows = 'nobody'): Promise<() => Promise<World>> {
  const { buildDesktopIfStale, buildIfStale } = await import('../prepare.mjs');
  await buildIfStale();
  await buildDesktopIfStale();
  return () => createProcessWorld(follows);
}

async function createProcessWorld(follows: Follows): Promise<World> {
  const temporary = createTemporaryFolder();
  const killer = createKiller();
  const dataDir = join(temporary.path, 'data');
  mkdirSync(dataDir);
  const gitDir = join(dataDir, 'content.git');
  await initBareRepository(gitDir, 'main');
  const first = await begin(gitDir, Date.now);
  const upstream = follows === 'nobody' ? null : await startUpstream(gitDir);
  const settings = upstream === null ? {} : { CONTENT_REMOTE_URL: upstream.url, CONTENT_POLL_SECONDS: '5' };
  const { side: site, port, author } = createServerSide(temporary.path, settings);
  await site.open();
  const signedIn = author();
  if (signedIn === null) throw new Error('nobody is signed in');
  const url = (await remoteOf(signedIn))(port());
  const wires: Wire[] = [];
  const desks: Desk[] = [];
  for (const name of ['clara', 'denis'] as const) {
    const folder = join(temporary.path, name);
    mkdirSync(folder);
    const wire = await layWire(`http://127.0.0.1:${port()}`);
    wires.push(wire);
    desks.push(createAppSide({ name, folder, remote: url, through: wire.origin }));
  }
  for (const desk of desks) await desk.open();
  for (const side of [site, ...desks]) killer.add(side.folder, () => side.close());
  const operator = join(temporary.path, 'operateur');
  git(['clone', '--quiet', '--no-hardlinks', gitDir, operator], { cwd: temporary.path });
  return worldOf(
    {
      site,
      desks,
      operator,
      first,
      disk: killer,
      isOrdered: false,
      upstream: upstream?.gitDir ?? null,
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
    },
    async () => {
      await killer.idle();
      for (const wire of wires) await wire.close();
      await upstream?.stop();
      temporary.remove();
    },
  );
}
