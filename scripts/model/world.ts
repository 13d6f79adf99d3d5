import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContentRepository } from '#content/git/content-repository.ts';
import { ENCRIER } from '#content/service/open-content.ts';
import { changing } from '#content/testing/change-sets.ts';
import {
  type LoopbackFault,
  type LoopbackRemote,
  startLoopbackRemote,
} from '#content/testing/loopback-remote.ts';
import { oddPosts } from '#content/testing/odd-posts.ts';
import { SETTINGS, testId } from '#content/testing/posts.ts';
import { createTemporaryFolder, git } from '#content/testing/temporary-repository.ts';
import type { WxrPost } from '#content/testing/wxr.ts';
import type { FailingDisk } from '../testing/failing-disk.ts';
import { createDesk } from './desk.ts';
import { createMemory, type Memory } from './memory.ts';
import type { Desk, Side, SideName, Site } from './side.ts';
import { createSite } from './site.ts';

/** What something must not be: which of the promises, and what was seen. */
export interface Fault {
  readonly promise: 'kept' | 'hidden' | 'same' | 'tidy' | 'answers';
  readonly text: string;
}

/** A text that somebody has open in a form since a while. */
interface OpenForm {
  readonly id: string;
  readonly revision: string;
  readonly slug: string;
  readonly content: string;
}

/** What another program wrote in a file of a folder, or an author in a form, as long as no article says it. */
interface WrittenFile {
  readonly side: SideName;
  readonly path: string;
  readonly id: string;
  readonly mark: string;
}

/** How programs come to an end in the middle of something. */
export type Ending = Pick<FailingDisk, 'endAfter' | 'hasEnded' | 'isArmed' | 'mend'>;

/** A site, two desktops that follow it, and whoever runs git: all of one story. Close it always. */
export interface World {
  readonly site: Site;
  readonly desks: readonly Desk[];
  readonly sides: readonly Side[];
  /** Where the desktops' exchanges go, and what becomes of them. */
  readonly remote: {
    readonly url: string;
    readonly fail: (fault: LoopbackFault) => void;
    readonly keepFailing: LoopbackRemote['keepFailing'];
    readonly clearFaults: () => void;
  };
  /** The repository that the site follows, and that whoever runs git pushes to; null where that is the site's own. */
  readonly upstream: string | null;
  /** Whether nothing happens but by the acts of the story, one after the other. */
  readonly isOrdered: boolean;
  readonly memory: Memory;
  readonly disk: Ending;
  readonly now: () => number;
  readonly advance: (ms: number) => void;
  /** Whether no desktop reaches the site. */
  isOffline: boolean;
  /** The folder of a clone that nobody's Encrier knows. */
  readonly operator: string;
  readonly forms: Map<SideName, OpenForm[]>;
  readonly written: WrittenFile[];
  /** What an old blog says by now, which any side may import. */
  readonly oldBlog: WxrPost[];
  readonly faults: Fault[];
  /** Runs git at the moment of the story. */
  readonly git: (cwd: string, args: readonly string[]) => string;
  /** The first commit, whose odd files nobody touches. */
  readonly first: string;
  close(): Promise<void>;
}

/** 2 February 2026, 9:00 in Paris. */
const BEGINNING = Date.parse('2026-02-02T08:00:00.000Z');
const STARTER = fileURLToPath(new URL('../../content/starter', import.meta.url));
const ODD_POSTS = 6;

/** Files that are there when a story begins: three articles and a page on line, a draft, and some that nobody ever touches. */
function beginning(): Readonly<Record<string, string>> {
  const post = (id: number, title: string, state: string): string =>
    `---\nid: ${testId(id)}\ntitle: ${title}\n${state}\n---\n${PROSE.replaceAll('TITRE', title)}`;
  const live = 'published: 2025-03-01T08:00:00.000Z\nisPublished: true';
  return {
    ...SETTINGS,
    '.gitattributes': '* -text\n',
    'posts/2025/un.md': post(1, 'Un', live),
    'posts/2025/deux.md': post(2, 'Deux', live),
    'posts/2025/trois.md': post(3, 'Trois', live),
    'posts/2025/brouillon.md': post(4, 'Brouillon', 'isPublished: false'),
    'pages/services.md': post(5, 'Services', `${live}\nmenu: true`),
    ...Object.fromEntries(
      oddPosts(ODD_POSTS).map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]),
    ),
  };
}

const PROSE = [
  'TITRE commence par une phrase. Une autre la suit.',
  'Le deuxième paragraphe de TITRE parle des semaines. Il parle aussi des mois.',
  '- un premier point de TITRE\n- un second point',
  'Et TITRE finit ici.\n',
].join('\n\n');

/** Whom the site of a story follows. */
export type Follows = 'nobody' | 'an upstream';

export async function createWorld(disk: Ending, follows: Follows = 'nobody'): Promise<World> {
  const temporary = createTemporaryFolder();
  const remote = await startLoopbackRemote();
  let moment = BEGINNING;
  const clock = () => moment;
  const common = { clock, starterFolder: STARTER };
  const gitAt = (cwd: string, args: readonly string[]): string => {
    const date = `${Math.floor(moment / 1000)} +0000`;
    return git(args, { cwd, env: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date } });
  };
  const first = await begin(remote.gitDir, clock);
  const siteFolder = join(remote.gitDir, '..');
  const upstream = follows === 'nobody' ? null : await startUpstream(remote.gitDir);
  const site = createSite({
    ...common,
    folder: siteFolder,
    gitDir: remote.gitDir,
    upstream: upstream?.url ?? null,
  });
  const desks = (['clara', 'denis'] as const).map((name) => {
    const folder = join(temporary.path, name);
    mkdirSync(folder);
    return createDesk({ ...common, name, folder, url: remote.url });
  });
  for (const side of [site, ...desks]) await side.open();
  const operator = join(temporary.path, 'operateur');
  gitAt(temporary.path, ['clone', '--quiet', remote.gitDir, operator]);
  return worldOf(
    {
      site,
      desks,
      disk,
      operator,
      isOrdered: true,
      first,
      git: gitAt,
      now: clock,
      upstream: upstream?.gitDir ?? null,
      // By its path: no other process answers while git runs.
      remote: { ...remote, url: remote.gitDir },
      advance: (ms) => void (moment += ms),
    },
    async () => {
      await remote.stop();
      await upstream?.stop();
      temporary.remove();
    },
  );
}

/** A repository that a site follows, with what that has. */
export async function startUpstream(gitDir: string): Promise<LoopbackRemote> {
  const upstream = await startLoopbackRemote();
  upstream.git('fetch', '--quiet', gitDir, 'main:main');
  return upstream;
}

/** Commits what is there when a story begins; answers the commit. */
export async function begin(gitDir: string, clock: () => number): Promise<string> {
  const repository = createContentRepository({ gitDir, branch: 'main', committer: ENCRIER, clock });
  const first = await repository.commit(changing(beginning()), { expected: null });
  repository.close();
  return first;
}

type Parts = Omit<
  World,
  'sides' | 'memory' | 'forms' | 'written' | 'oldBlog' | 'faults' | 'isOffline' | 'close'
>;

/** A world in which nothing has happened yet; `end` removes what its sides do not. */
export function worldOf(parts: Parts, end: () => Promise<void>): World {
  const sides = [parts.site, ...parts.desks];
  return {
    ...parts,
    sides,
    memory: createMemory(),
    forms: new Map(),
    written: [],
    oldBlog: [],
    faults: [],
    isOffline: false,
    async close(): Promise<void> {
      for (const side of sides) {
        parts.disk.mend(side.folder);
        await side.close();
      }
      await end();
    },
  };
}
