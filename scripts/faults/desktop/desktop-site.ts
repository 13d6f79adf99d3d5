import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { OperationError } from '#content/contract/client.ts';
import { eventually } from '#content/testing/eventually.ts';
import { createTemporaryFolder, git, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { type BlindApp, startBlindApp } from '#desktop/testing/blind-app.ts';
import { layWire } from '../../../e2e/desktop/wire.ts';
import { type Author, makeApplicationPassword, signIn } from '../author.ts';
import { createLedger } from '../ledger.ts';
import { AUTHOR, launchServer, type ServerProcess } from '../server-process.ts';
import { numberedText, sharedText } from '../texts.ts';

/** Whose name the desktop's commits carry. */
const WRITER = { name: 'Claire Dubois', email: 'claire@exemple.fr' };
/** Characters before the number of the long article: of those that an author feels. */
const LONG = 1_800_000;
const PARAGRAPH = 'Un paragraphe d’un très long article, que personne ne lira jamais en entier.\n\n';

export interface Article {
  readonly id: string;
  readonly slug: string;
  /** Whether readers have it: a save then waits beside it. */
  readonly isLive: boolean;
}

/**
 * A site that goes through all rounds: a real Encrier server behind a wire, a desktop's copy of it, another clone that pushes,
 * and what those who write were told, kept out of all their processes.
 */
export async function createDesktopSite() {
  const folder = createTemporaryFolder();
  const server = launchServer(join(folder.path, 'data'));
  try {
    return await settle(folder, server);
  } catch (error) {
    await server.kill('everything');
    throw error;
  }
}

async function settle(folder: TemporaryFolder, server: ServerProcess) {
  const place = (name: string) => join(folder.path, name);
  mkdirSync(place('articles'));
  const { origin, port } = await server.ready;
  const servers = [server];
  const author = await signIn(origin);
  const articles = [
    await createArticle(author, { slug: 'partage', content: sharedText(0, 0), isPublished: true }),
    await createArticle(author, { slug: 'ebauche', content: sharedText(0, 0), isPublished: false }),
    await createArticle(author, { slug: 'long', content: longText(0), isPublished: false }),
  ];
  const createDraft = (slug: string) =>
    createArticle(author, { slug, content: numberedText(0), isPublished: false });
  const drafts = {
    inAWindow: await createDraft('fenetre'),
    ofAnEditor: await createDraft('carnet'),
    ofTheOperator: await createDraft('atelier'),
  };
  const ledger = createLedger(place('ledger.jsonl'));
  for (const { slug } of [...articles, ...Object.values(drafts)]) {
    ledger.asked('article', slug, 0);
    ledger.confirmed('article', slug, 0);
  }
  const password = await makeApplicationPassword(author);
  const wire = await layWire(origin);
  const start = (flags: readonly string[] = []) => startBlindApp({ userData: place('settings'), flags });
  await copySite(start(), { folder: place('articles'), address: wire.origin, password, author: WRITER });
  const serverDir = join(place('data'), 'content.git');
  git(['clone', '--quiet', '--no-hardlinks', serverDir, place('clone')], { cwd: folder.path });
  return {
    folder: folder.path,
    userData: place('settings'),
    articles: place('articles'),
    gitDir: join(place('articles'), '.git'),
    server: {
      ...{ origin, gitDir: serverDir, author },
      lines: () => servers.flatMap((one) => one.lines()),
      /** SIGKILL, with or without the git programs it started; resolves once it is there again, at the same address. */
      async killAndStart(whom: 'server' | 'everything'): Promise<void> {
        await servers.at(-1)?.kill(whom);
        const next = launchServer(place('data'), { PORT: String(port) });
        servers.push(next);
        await next.ready;
      },
    },
    wire,
    /** What another machine pushes from, and where to. */
    clone: place('clone'),
    remote: `http://${AUTHOR.username}:${encodeURIComponent(password)}@127.0.0.1:${port}/content.git`,
    ledger,
    /** What is typed in through the door. */
    written: articles,
    /** What is written otherwise. */
    drafts,
    start,
    close: async () => {
      await wire.close();
      for (const one of servers) await one.kill('everything');
      ledger.close();
    },
    remove: () => folder.remove(),
  };
}

export type DesktopSite = Awaited<ReturnType<typeof createDesktopSite>>;

/** A long text that carries a number; the same number always gives the same text. */
function longText(number: number): string {
  return `${numberedText(number)}\n${PARAGRAPH.repeat(Math.ceil(LONG / PARAGRAPH.length))}`;
}

interface NewArticle {
  readonly slug: string;
  readonly content: string;
  readonly isPublished: boolean;
}

async function createArticle(author: Author, article: NewArticle): Promise<Article> {
  const { slug, isPublished } = article;
  const { value, status, text } = await author.call('POST /api/admin/posts', {
    title: `Article ${slug}`,
    ...article,
  });
  if (status !== 201) throw new Error(`the article ${slug} was answered ${status}: ${text}`);
  const { id } = value as { readonly id: string }; // what our server answers a creation with
  return { id, slug, isLive: isPublished };
}

interface Copied {
  readonly folder: string;
  readonly address: string;
  readonly password: string;
  /** Whose name its commits carry. */
  readonly author: typeof WRITER;
}

/** Has an app that starts for the first time copy a site into a folder, and quit. */
export async function copySite(app: BlindApp, { folder, address, password, author }: Copied): Promise<void> {
  const { host, tell } = app;
  try {
    await app.ready;
    await tell('choose-next', folder);
    const chosen = await host.chooseFolder({});
    if (chosen === null) throw new Error('no folder was chosen');
    const source = { kind: 'site', address, username: AUTHOR.username, password } as const;
    await host.startClone({ folderId: chosen.id, source, author });
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

/** Whether a call failed in a way that loses nothing and that the author tries again. */
export function isToRepeat(error: unknown): boolean {
  return error instanceof OperationError && ['locked', 'starting'].includes(error.code);
}
