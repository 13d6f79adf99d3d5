import path from 'node:path';
import * as z from 'zod';
import { createRescan, createRetries, runLimited } from '#content/git/concurrency.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { createStateFile } from '#content/git/state-file.ts';
import { fileIdAt } from '#content/git/tree-differences.ts';
import type { OutputOf } from '../../contract/operation.ts';
import { postsOperations } from '../../contract/posts-operations.ts';

/** A version of a post that was sent, and that the site is to serve. */
export interface ExpectedPost {
  readonly id: string;
  readonly path: string;
  /** Null: readers are to get none. */
  readonly revision: string | null;
}

interface ConfirmationsOptions {
  readonly objects: Pick<ObjectStore, 'has' | 'readCommit' | 'readTree'>;
  /** Asks the site; null when it cannot be known now. */
  readonly ask: (id: string) => Promise<SiteAnswer | null>;
  /** The site says for the first time that it serves what was expected. */
  readonly onConfirmed: (posts: readonly ExpectedPost[]) => void;
  /** Where answers are kept from one start to the next. */
  readonly memory: ServedMemory;
  readonly onError: (error: unknown) => void;
}

/** The first new try, and the longest pause between two, in milliseconds: a server may follow its upstream by the minute. */
const PAUSES = { firstMs: 1000, longestMs: 5 * 60_000 };
const AT_ONCE = 3;

/**
 * Asks the site about posts until it serves what is expected of them, with growing pauses. What it said last is remembered,
 * and holds for the address that was asked about; what it said before this start is asked anew as soon as it can be.
 */
export function createConfirmations({ objects, ask, onConfirmed, memory, onError }: ConfirmationsOptions) {
  const answers = new Map<string, Answered>();
  /** Those it said something else of, or said it again, since this start. */
  const askedAgain = new Set<string>();
  const expected = new Map<string, ExpectedPost>();
  let isClosed = false;
  /** Whether something is remembered that is not kept yet. */
  let hasNews = false;
  const retries = createRetries(() => void run(), PAUSES);

  const isConfirmed = ({ id, path, revision }: ExpectedPost): boolean => {
    const answer = answers.get(id);
    return answer?.revision === revision && answer.path === path;
  };

  const isKnown = (post: ExpectedPost): boolean => askedAgain.has(post.id) && isConfirmed(post);

  function note(id: string, answer: Answered): boolean {
    const before = answers.get(id);
    askedAgain.add(id);
    answers.delete(id); // The last one given comes last.
    answers.set(id, answer);
    return before?.revision !== answer.revision || before.path !== answer.path;
  }

  async function askAbout(post: ExpectedPost): Promise<boolean> {
    const answer = await ask(post.id);
    if (answer === null) return false;
    const isThere = answer.revision !== post.revision || (await isAt(objects, answer.commit, post));
    hasNews = note(post.id, { path: isThere ? post.path : '', revision: answer.revision }) || hasNews;
    // What was expected may have changed while the site was asked.
    return isConfirmed(post) && isSame(expected.get(post.id), post);
  }

  async function round(): Promise<void> {
    const posts = [...expected.values()].filter((post) => !isKnown(post));
    const confirmed: ExpectedPost[] = [];
    await runLimited(posts, AT_ONCE, async (post) => {
      if (!isClosed && (await askAbout(post))) confirmed.push(post);
    });
    // While others were asked about, more may have come to be expected of one of them.
    for (const post of confirmed) if (isSame(expected.get(post.id), post)) expected.delete(post.id);
    if (confirmed.length > 0) {
      retries.succeeded();
      onConfirmed(confirmed);
    }
    await keep();
  }

  /** What cannot be kept is asked again after the next start. */
  async function keep(): Promise<void> {
    if (!hasNews) return;
    hasNews = false;
    await memory.store(answers).catch(onError);
  }

  const run = createRescan(async () => {
    retries.stop();
    if (isClosed || expected.size === 0) return;
    await round().catch(onError);
    if (expected.size > 0) retries.failed();
  });

  /** Also while it is being asked: that may have been too early. */
  function hurry(): void {
    retries.succeeded();
    void run();
  }

  return {
    /** Once, before anything is asked: what the site said before this start. */
    async recall(): Promise<void> {
      for (const [id, answer] of await memory.load()) answers.set(id, answer);
    },
    /** The revision the site said last that it serves of a post, at its address of now; null when it is not known to. */
    served({ id, path }: Pick<ExpectedPost, 'id' | 'path'>): string | null {
      const answer = answers.get(id);
      return answer?.path === path ? answer.revision : null;
    },
    /** Has the site asked about these versions, until it serves them. */
    expect(posts: readonly ExpectedPost[]): void {
      const fresh = posts.filter((post) => !isKnown(post) && !isSame(expected.get(post.id), post));
      if (fresh.length === 0) return;
      for (const post of fresh) expected.set(post.id, post);
      hurry();
    },
    /** Something may have changed there: asks again without waiting. */
    hurry,
    /** How many posts the site is being asked about. */
    count: (): number => expected.size,
    async close(): Promise<void> {
      isClosed = true;
      retries.stop();
      await run();
    },
  };
}

function isSame(one: ExpectedPost | undefined, other: ExpectedPost): boolean {
  return one?.revision === other.revision && one.path === other.path;
}

/** Whether a served commit has a post at its address; one that is not here yet is believed. */
async function isAt(
  objects: ConfirmationsOptions['objects'],
  commit: string,
  { path, revision }: ExpectedPost,
): Promise<boolean> {
  if (revision === null || !(await objects.has(commit))) return true;
  return (await fileIdAt(objects, { commit, path })) === revision;
}

export type SiteAnswer = OutputOf<typeof postsOperations.getLive>;

/** Without an answer for this long, in milliseconds, the site counts as not reached. */
const PATIENCE_MS = 15_000;
/** An answer is two ids: anything longer is another program's. */
const MAX_ANSWER_CHARACTERS = 2000;

/**
 * Asks the site at `origin` which revision of a post readers get. Null when nobody answers, or not as Encrier does: then
 * nothing is known. Follows no redirect and sends nothing of ours.
 */
export async function askSite(origin: string, id: string, signal: AbortSignal): Promise<SiteAnswer | null> {
  try {
    const answer = await fetch(`${origin}/api/live/${encodeURIComponent(id)}`, {
      redirect: 'error',
      credentials: 'omit',
      headers: { accept: 'application/json', 'cache-control': 'no-cache' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    if (!answer.ok || !(answer.headers.get('content-type') ?? '').startsWith('application/json')) return null;
    const text = await answer.text();
    if (text.length > MAX_ANSWER_CHARACTERS) return null;
    return postsOperations.getLive.output.parse(JSON.parse(text));
  } catch {
    return null; // Not reached, cut, or no Encrier: the author is told what is known, and it is asked again.
  }
}

/** The site whose own repository a remote is (`https://site/content.git`); null for any other remote. */
export function siteOfRemote(url: string): string | null {
  const { origin, pathname, hostname } = new URL(url);
  if (hostname === 'github.com' || hostname === 'gitlab.com') return null;
  return /^\/content\.git\/?$/.test(pathname) ? origin : null;
}

/** What the site said last of a post: the revision it serves, and the address that was asked about; '' for another one. */
const answeredSchema = z.object({ path: z.string(), revision: z.string().nullable() });
export type Answered = z.output<typeof answeredSchema>;

const fileSchema = z.object({ site: z.string(), answers: z.array(z.tuple([z.string(), answeredSchema])) });

/** The answers kept, by post; the last ones given. */
const MOST_KEPT = 5000;

interface ServedMemoryOptions {
  readonly gitDir: string;
  /** Null for a clone that no site is known of. */
  readonly site: string | null;
  /** Told in a French sentence that the answers could not be read. */
  readonly say: (sentence: string) => void;
}

/** Keeps what the site said from one start to the next, in the repository's own folder: it can be told without a network. */
export function createServedMemory({ gitDir, site, say }: ServedMemoryOptions) {
  const kept = createStateFile<z.output<typeof fileSchema>>({
    file: path.join(gitDir, 'encrier', 'served.json'),
    schema: fileSchema,
    none: { site: '', answers: [] },
    without: 'le site est interrogé de nouveau',
    say,
  });
  return {
    /** What this very site said; nothing when the file is missing, damaged, or another site's. */
    async load(): Promise<ReadonlyMap<string, Answered>> {
      if (site === null) return new Map();
      const known = await kept.read();
      return new Map(known.site === site ? known.answers : []);
    },
    async store(answers: ReadonlyMap<string, Answered>): Promise<void> {
      if (site !== null) await kept.change(() => ({ site, answers: [...answers].slice(-MOST_KEPT) }));
    },
  };
}

export type ServedMemory = ReturnType<typeof createServedMemory>;
