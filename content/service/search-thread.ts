import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { createRetries } from '#content/git/concurrency.ts';
import { type SnapshotPost, searchedTexts } from '../model/post.ts';
import { differenceTo, type Stepped } from '../model/post-lists.ts';
import type { PublicView } from '../model/snapshot.ts';
import type { Trouble } from '../model/trouble.ts';
import type { SearchAnswer, Slice } from '../search/answer.ts';
import { type ListChange, type ListedPost, type ReadPost, WAITED_FOR } from '../search/search-index.ts';
import { type Background, type BackgroundTurn, createBackground } from './background.ts';

/** A question that is not answered by then is given up, in milliseconds. */
const DEADLINE_MS = 10_000;
/** A thread that says nothing for longer than any step of it takes is ended, and another one started, in milliseconds. */
const LONGEST_SILENCE_MS = 60_000;
/** So many threads in a row that fail over the file are enough. */
const MAX_FAILURES = 2;
/** Questions under way; one more is not taken. */
const MAX_ASKED = 64;
/** What a stop leaves to it: to answer who still waits, then to let go of its file, in milliseconds. */
const LAST_ANSWERS_MS = 1000;
const CLOSED_WITHIN_MS = 500;
/** A thread that takes longer than this to load SQLite is left to itself, in milliseconds. */
const LOADED_WITHIN_MS = 20_000;
/** Reading a large file whole takes the better part of a second: not while the first readers ask, in milliseconds. */
const CHECKED_AFTER_MS = 10_000;

/** How the thread begins. */
export interface SearchThreadData {
  /** Where the index is kept; null where nothing may be written. */
  readonly file: string | null;
}

export interface Asked {
  readonly id: number;
  readonly question: string;
  readonly slice: Slice;
}

/** A post as the thread reads it: its text is still Markdown. */
export interface PostText extends Omit<ReadPost, 'sections'> {
  readonly body: string;
}

export type ToSearch =
  | { readonly kind: 'list'; readonly change: ListChange }
  | ({ readonly kind: 'question' } & Asked)
  | { readonly kind: 'texts'; readonly id: number; readonly texts: readonly (PostText | null)[] }
  | { readonly kind: 'check' }
  | { readonly kind: 'close' };

export type FromSearch =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: SearchAnswer | null }
  | { readonly kind: 'read'; readonly id: number; readonly posts: readonly ListedPost[] }
  | { readonly kind: 'progress'; readonly left: number }
  | { readonly kind: 'checked' }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'closed' };

export interface SearchThreadOptions extends SearchThreadData {
  /** The built search-worker.ts. */
  readonly workerUrl: URL;
  /** The Markdown of a post. */
  readonly body: (post: Pick<SnapshotPost, 'revision'>) => Promise<string>;
  /** When many posts are read; at once, unless said otherwise. */
  readonly background?: Pick<Background, 'run'>;
  readonly onError: (error: unknown) => void;
  /** How long a question may take, in milliseconds. */
  readonly deadlineMs?: number;
  readonly longestSilenceMs?: number;
}

/**
 * The search’s index in a thread of its own: readers of pages do not feel it. What is asked is answered within a limit, with
 * null when it cannot be; a thread that ends or says nothing is replaced, after a pause that grows.
 */
export function createSearchThread(options: SearchThreadOptions) {
  const { workerUrl, file, body, onError, longestSilenceMs = LONGEST_SILENCE_MS } = options;
  const { background = createBackground({ onError }) } = options;
  const asked = new Map<number, (answer: SearchAnswer | null) => void>();
  const retries = createRetries(start);
  let thread: Thread | null = null;
  /** What the thread was told that readers may see; null before it was. */
  let known: PublicView | null = null;
  let newest: PublicView | null = null;
  /** Posts it has still to read; null before it said so. */
  let left: number | null = null;
  /** Threads in a row that ended before they had read all. */
  let failures = 0;
  let heardAt = 0;
  let patienceMs = options.deadlineMs ?? DEADLINE_MS;
  let questions = 0;
  let isFailing = false;
  let isClosed = false;
  /** While many posts are read: the turn it has for that, and how it is given back. */
  let long: {
    readonly turn: Promise<BackgroundTurn | null>;
    readonly end: () => void;
    readonly all: number;
  } | null = null;
  let checking: NodeJS.Timeout | undefined;
  let checked: () => void = () => undefined;

  function start(): void {
    if (thread !== null || isClosed) return;
    // A disk that is full refuses a new file as it did the old one: the index is in memory then, until the next start.
    const kept = failures < MAX_FAILURES ? file : null;
    const started = startThread(workerUrl, { file: kept });
    started.worker
      .on('message', (message: FromSearch) => {
        if (thread === started) hear(message);
      })
      .on('error', (error) => fail(started, error))
      .on('exit', (code) => fail(started, new Error(`the search's thread ended with code ${code}`)));
    thread = started;
    heardAt = performance.now();
    if (newest !== null) tellList(newest);
  }

  /** Whoever asked is told at once; the next thread reads what this one kept. */
  function fail(failed: Thread, error: unknown): void {
    if (thread !== failed) return;
    thread = null;
    known = null;
    left = null;
    endLong();
    checked();
    isFailing = true;
    failures += 1;
    giveUpAll();
    if (isClosed) return;
    onError(error);
    void failed.end();
    retries.failed();
  }

  function giveUpAll(): void {
    for (const finish of asked.values()) finish(null);
  }

  function hear(message: FromSearch): void {
    heardAt = performance.now();
    switch (message.kind) {
      case 'answer':
        isFailing = false;
        retries.succeeded();
        asked.get(message.id)?.(message.answer);
        break;
      case 'checked':
        checked();
        break;
      case 'read':
        void read(message);
        break;
      case 'progress':
        progress(message.left);
        break;
      case 'error':
        onError(message.error);
        break;
      case 'loaded':
      case 'closed':
        break; // Heard by who ends it.
    }
  }

  function progress(now: number): void {
    left = now;
    if (now > WAITED_FOR) beginLong(now);
    if (now > 0) return;
    isFailing = false;
    failures = 0;
    if (endLong() && file !== null) renew();
  }

  /** Many posts are read in the background, when it is their turn. */
  function beginLong(all: number): void {
    if (long !== null) return;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const turn = new Promise<BackgroundTurn | null>((resolve) => {
      const work = (given: BackgroundTurn) => {
        resolve(given);
        return ended;
      };
      background.run('search', work).then(() => resolve(null), onError);
    });
    long = { turn, end, all };
  }

  function endLong(): boolean {
    const ended = long;
    long = null;
    ended?.end();
    return ended !== null;
  }

  /** What a thread took to read thousands of posts, it never gives back: another one answers from the file. */
  function renew(): void {
    const former = thread;
    if (former === null || isClosed || failures > 0) return;
    const questions = [...asked.values()];
    thread = null;
    known = null;
    start();
    for (const finish of questions) finish(null);
    former.close().catch(onError);
  }

  /** One after the other: pages are answered between two. */
  async function read({ id, posts }: Extract<FromSearch, { kind: 'read' }>): Promise<void> {
    const texts: (PostText | null)[] = [];
    const turn = (await long?.turn) ?? null;
    if (long !== null && left !== null) turn?.tell(long.all - left, long.all);
    for (const post of posts) {
      await turn?.breathe();
      const text = await textOf(post).catch((error: unknown) => {
        if (!isClosed) onError(error);
        return null;
      });
      texts.push(text);
    }
    tell({ kind: 'texts', id, texts });
  }

  /** null for what readers no longer see. */
  async function textOf({ slug, revision }: ListedPost): Promise<PostText | null> {
    const post = known?.bySlug.get(slug);
    if (post?.revision !== revision) return null;
    const texts = searchedTexts(post);
    const shown = post.isPage === true ? { ...texts, category: '', tags: [] } : texts;
    return { ...shown, date: post.publishedAt ?? 0, body: await body(post) };
  }

  function tell(message: ToSearch): void {
    thread?.worker.postMessage(message);
  }

  function tellList(view: PublicView): void {
    const change = viewChange(known, view);
    known = view;
    if (change !== null) tell({ kind: 'list', change });
  }

  function ask(what: Omit<Asked, 'id'>): Promise<SearchAnswer | null> {
    questions += 1;
    const id = questions;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        isFailing = true;
        finish(null);
        if (thread !== null && performance.now() - heardAt > longestSilenceMs)
          fail(thread, new Error(`the search's thread says nothing`));
      }, patienceMs);
      const finish = (answer: SearchAnswer | null) => {
        clearTimeout(timer);
        asked.delete(id);
        resolve(answer);
      };
      asked.set(id, finish);
      tell({ kind: 'question', id, ...what });
    });
  }

  /** What was damaged since the last start is found out though nobody asks for it. */
  function check(): Promise<void> {
    if (thread === null) return Promise.resolve();
    tell({ kind: 'check' });
    return new Promise((resolve) => {
      checked = resolve;
    });
  }

  return {
    /** Begins to read what the last start kept: nothing is indexed yet. */
    load(): void {
      start();
      checking ??= setTimeout(() => {
        background.run('search-check', check).catch(onError);
      }, CHECKED_AFTER_MS).unref();
    },

    /** Takes note of the newest content, which is indexed in the background. */
    notice(view: PublicView): void {
      newest = view;
      if (thread !== null) tellList(view);
    },

    /** What a question finds in a view, best first; null while the index is made, or when the thread is not up to it. */
    async search(view: PublicView, question: string, slice: Slice): Promise<SearchAnswer | null> {
      if (thread === null || asked.size >= MAX_ASKED) return null;
      if (view !== known) tellList(view);
      return ask({ question, slice });
    },

    /** What keeps it from answering. */
    troubles(): readonly Trouble[] {
      if (isFailing) return [STUCK];
      const all = newest?.posts.length ?? 0;
      return (left ?? all) > WAITED_FOR ? [preparing(left, all)] : [];
    },

    /** The end is near: who asks is not kept waiting by a thread that does not answer. */
    expectEnd(): void {
      endLong();
      patienceMs = LAST_ANSWERS_MS;
      setTimeout(giveUpAll, LAST_ANSWERS_MS).unref();
    },

    /** Lets go of the file. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(checking);
      retries.stop();
      endLong();
      checked();
      giveUpAll();
      const closing = thread;
      thread = null;
      await closing?.close();
    },
  };
}

/** A thread, and how it ends. */
function startThread(workerUrl: URL, workerData: SearchThreadData) {
  // What the process was given (scripts/node-flags.mjs), and has read long since, would go before the thread's own limit.
  setFlagsFromString('--max-semi-space-size=0');
  const worker = new Worker(workerUrl, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 16 },
  });
  worker.unref();
  /** Ended while it loads SQLite, it takes the whole process along. */
  const isLoaded = said(worker, 'loaded', LOADED_WITHIN_MS);

  async function end(): Promise<void> {
    if (await isLoaded) await worker.terminate();
  }

  return {
    worker,
    end,
    /** Ends it once it has let go of its file, or takes too long for that. */
    async close(): Promise<void> {
      worker.ref(); // Or the process would end while this waits.
      if (await isLoaded) {
        worker.postMessage({ kind: 'close' } satisfies ToSearch);
        await said(worker, 'closed', CLOSED_WITHIN_MS);
      }
      await end();
      worker.unref();
    },
  };
}

type Thread = ReturnType<typeof startThread>;

/** Whether a thread has said this, or has ended, within a time. */
function said(thread: Worker, wanted: FromSearch['kind'], withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), withinMs);
    timer.unref();
    const end = () => {
      clearTimeout(timer);
      resolve(true);
    };
    thread.on('message', ({ kind }: FromSearch) => kind === wanted && end()).once('exit', end);
  });
}

const STUCK: Trouble = {
  code: 'search-stuck',
  reason: 'La recherche ne répond plus : les lecteurs n’y trouvent rien. Les pages ne s’en ressentent pas.',
  remedy:
    'Elle est relancée d’elle-même. Si cela dure plus de quelques minutes, redémarrez le serveur ; si cela revient, effacez le fichier cache/index.sqlite de DATA_DIR, qui est refait.',
};

function preparing(left: number | null, all: number): Trouble {
  const progress =
    left === null
      ? ''
      : ` Il reste ${left.toLocaleString('fr')} articles à lire sur ${all.toLocaleString('fr')}.`;
  return {
    code: 'search-preparing',
    reason: `La recherche se prépare : d’ici là, elle demande aux lecteurs de revenir dans un instant.${progress}`,
    remedy: 'Il n’y a rien à faire : cela prend environ une minute pour dix mille articles, une seule fois.',
  };
}

/** The same of articles and pages. */
function viewChange(before: PublicView | null, view: PublicView): ListChange | null {
  const articles = listChange(before?.posts ?? null, view);
  const pages = listChange(before?.pages ?? [], { posts: view.pages });
  if (articles === null || pages === null) return articles ?? pages;
  return {
    isWhole: articles.isWhole,
    gone: [...articles.gone, ...pages.gone],
    listed: [...articles.listed, ...pages.listed],
  };
}

/**
 * How what readers may see differs from what the thread was told: posts that stayed are the same objects. null when it does
 * not; all of it when nothing was told before.
 */
export function listChange(
  before: readonly ListedPost[] | null,
  after: Stepped<ListedPost>,
): ListChange | null {
  const { gone, added } = differenceTo(before ?? [], after);
  if (before !== null && gone.length + added.length === 0) return null;
  const listed = added.map(({ slug, revision }) => ({ slug, revision }));
  return { isWhole: before === null, gone: gone.map(({ slug }) => slug), listed };
}
