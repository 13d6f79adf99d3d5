import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder, git, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { startBlindApp } from '#desktop/testing/blind-app.ts';
import { layWire } from '../../../e2e/desktop/wire.ts';
import { remoteOf, signIn } from '../../programs/author.ts';
import { copySite } from '../../programs/desktop.ts';
import { launchServer, readyServer, type ServerProcess } from '../../programs/server.ts';
import { type Article, createArticle } from '../author-works.ts';
import { createLedger } from '../ledger.ts';
import { numberedText, sharedText } from '../texts.ts';

/** Whose name the desktop's commits carry. */
const WRITER = { name: 'Claire Dubois', email: 'claire@exemple.fr' };
/** Characters before the number of the long article: of those that an author feels. */
const LONG = 1_800_000;
const PARAGRAPH = 'Un paragraphe d’un très long article, que personne ne lira jamais en entier.\n\n';

export interface DesktopArticle extends Article {
  /** Whether readers have it: a save then waits beside it. */
  readonly isLive: boolean;
}

/**
 * A site that goes through all rounds: a real Encrier server behind a wire, a desktop's copy of it, another clone that pushes,
 * and what those who write were told, kept out of all their processes.
 */
export async function createDesktopSite() {
  const folder = createTemporaryFolder();
  const servers: ServerProcess[] = [];
  try {
    return await prepare(folder, servers);
  } catch (error) {
    for (const server of servers) await server.kill('everything');
    throw error;
  }
}

async function prepare(folder: TemporaryFolder, servers: ServerProcess[]) {
  const place = (name: string) => join(folder.path, name);
  mkdirSync(place('articles'));
  const launch = (port: number) => {
    const server = launchServer(place('data'), { PORT: String(port) });
    servers.push(server);
    return server;
  };
  const { origin, port } = await readyServer(() => launch(0));
  const author = await signIn(origin);
  const ledger = createLedger(place('ledger.jsonl'));
  const create = async (slug: string, content: string, isPublished = false): Promise<DesktopArticle> => {
    const context = { client: author.client, ledger, mayRefuse: [] };
    const article = await createArticle(context, slug, { content, isPublished });
    if (article === null) throw new Error(`${slug} was refused`);
    return { ...article, isLive: isPublished };
  };
  const written = [
    await create('partage', sharedText(0, 0), true),
    await create('ebauche', sharedText(0, 0)),
    await create('long', longText(0)),
  ];
  const drafts = {
    inAWindow: await create('fenetre', numberedText(0)),
    ofAnEditor: await create('carnet', numberedText(0)),
    ofTheOperator: await create('atelier', numberedText(0)),
  };
  const remoteAt = await remoteOf(author);
  const wire = await layWire(origin);
  const start = () => startBlindApp({ userData: place('settings') });
  await copySite(start(), {
    folder: place('articles'),
    remote: remoteAt(port),
    through: wire.origin,
    author: WRITER,
  });
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
      async killAndStart(whom: 'itself' | 'everything'): Promise<void> {
        await servers.at(-1)?.kill(whom);
        await launch(port).ready;
      },
    },
    wire,
    /** What another machine pushes from, and where to. */
    clone: place('clone'),
    remote: remoteAt(port),
    ledger,
    /** What is typed in through the door. */
    written,
    /** What is written otherwise. */
    drafts,
    start,
    close: async () => {
      await wire.close();
      for (const one of servers) await one.kill('everything');
    },
    remove: () => folder.remove(),
  };
}

export type DesktopSite = Awaited<ReturnType<typeof createDesktopSite>>;

/** A long text that carries a number; the same number always gives the same text. */
function longText(number: number): string {
  return `${numberedText(number)}\n${PARAGRAPH.repeat(Math.ceil(LONG / PARAGRAPH.length))}`;
}
