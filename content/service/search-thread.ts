import { createRetries, createSignal } from '#content/git/concurrency.ts';
import type { SnapshotPost } from '../model/post.ts';
import { searchedTexts } from '../model/post-fields.ts';
import { listDifference } from '../model/post-lists.ts';
import type { PublicView } from '../model/snapshot.ts';
import type { Trouble } from '../model/trouble.ts';
import type { SearchAnswer, Slice } from '../search/answer.ts';
import { type ListChange, type ListedPost, WAITED_FOR } from '../search/listed-posts.ts';
import { type Background, type BackgroundTurn, createBackground } from './background.ts';
import {
  type Asked,
  type FromSearch,
  type PostText,
  type SearchData,
  type SearchProgram,
  startThread,
  type ToSearch,
} from './search-programs.ts';

/** A question that is not answered by then is given up, in milliseconds. */
const DEADLINE_MS = 10_000;
/** A thread that says nothing for longer than any step of it takes is ended, and another one started, in milliseconds. */
const LONGEST_SILENCE_MS = 60_000;
/** So many threads in a row that fail over the file are enough. */
const MAX_FAILURES = 2;
/** Questions under way; one more is not taken. */
const MAX_ASKED = 64;
/** What a stop leaves to it: to answer who still waits, in milliseconds. */
const LAST_ANSWERS_MS = 1000;
/** Reading a large file whole takes the better part of a second: not while the first readers ask, in milliseconds. */
const CHECKED_AFTER_MS = 10_000;

export interface SearchThreadOptions extends Pick<SearchData, 'file'> {
  /** The built search-worker.ts. */
  readonly workerUrl: URL;
  /** Where the thread reads the texts of many posts itself; null where all are told. */
  readonly gitDir?: string | null;
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
  const { background = createBackground({ onError }), gitDir = null } = options;
  const asked = new Map<number, (answer: SearchAnswer | null) => void>();
  const retries = createRetries(start);
  let thread: SearchProgram | null = null;
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
    const started = startThread(workerUrl, { file: kept, gitDir });
    thread = started;
    started.follow({
      hear: (message) => thread === started && hear(message),
      fail: (error) => fail(started, error),
    });
    heardAt = performance.now();
    if (newest !== null) tellList(newest);
  }

  /** Whoever asked is told at once; the next thread reads what this one kept. */
  function fail(failed: SearchProgram, error: unknown): void {
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
    endLong();
  }

  /** Many posts are read in the background, when it is their turn. */
  function beginLong(all: number): void {
    if (long !== null) return;
    const ended = createSignal();
    const turn = new Promise<BackgroundTurn | null>((resolve) => {
      const work = (given: BackgroundTurn) => {
        resolve(given);
        return ended.given;
      };
      background.run('search', work).then(() => resolve(null), onError);
    });
    long = { turn, end: ended.give, all };
  }

  function endLong(): void {
    long?.end();
    long = null;
  }

  /** One after the other: where their texts are read here, pages are answered between two. */
  async function read({ id, posts }: Extract<FromSearch, { kind: 'read' }>): Promise<void> {
    const texts: (PostText | null)[] = [];
    const reader = thread;
    const turn = (await long?.turn) ?? null;
    if (thread !== reader) return;
    if (long !== null && left !== null) turn?.tell(long.all - left, long.all);
    for (const post of posts) {
      if (gitDir === null) await turn?.breathe();
      const text = await textOf(post).catch((error: unknown) => {
        if (!isClosed) onError(error);
        return null;
      });
      texts.push(text);
    }
    // The number may be that of another question of the program that took its place.
    if (thread === reader) tell({ kind: 'texts', id, texts });
  }

  /** Null for what readers no longer see. Of many, the thread reads the Markdown itself. */
  async function textOf({ slug, revision }: ListedPost): Promise<PostText | null> {
    const post = known?.bySlug.get(slug);
    if (post === undefined || listedPost(post).revision !== revision) return null;
    const texts = searchedTexts(post);
    const shown = post.isPage === true ? { ...texts, category: '', tags: [] } : texts;
    return {
      ...shown,
      date: post.publishedAt ?? 0,
      blobId: post.revision,
      body: long !== null && gitDir !== null ? null : await body(post),
    };
  }

  function tell(message: ToSearch): void {
    thread?.tell(message);
  }

  function tellList(view: PublicView): void {
    const change = listChange(known && shownIn(known), shownIn(view));
    known = view;
    if (change === null) return;
    tell({ kind: 'list', change });
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
    /** Begins to index, in the background, from what the last start kept: not before readers have their pages. */
    open(): void {
      start();
      checking ??= setTimeout(() => {
        background.run('search-check', check).catch(onError);
      }, CHECKED_AFTER_MS).unref();
    },

    /** Takes note of the newest content; it is indexed in the background, once `open` was called. */
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

const STUCK: Trouble = {
  code: 'search-stuck',
  reason:
    'La recherche ne répond plus\u00a0: les lecteurs n’y trouvent rien. Les pages ne s’en ressentent pas.',
  remedy:
    'Elle est relancée d’elle-même. Si cela dure plus de quelques minutes, redémarrez le serveur\u00a0; si cela revient, effacez le fichier cache/index.sqlite de DATA_DIR, qui est refait.',
};

function preparing(left: number | null, all: number): Trouble {
  const progress =
    left === null
      ? ''
      : ` Il reste ${left.toLocaleString('fr')} articles à lire sur ${all.toLocaleString('fr')}.`;
  return {
    code: 'search-preparing',
    reason: `La recherche se prépare\u00a0: d’ici là, elle demande aux lecteurs de revenir dans un instant.${progress}`,
    remedy:
      'Il n’y a rien à faire\u00a0: cela prend quelques secondes pour dix mille articles, une seule fois.',
  };
}

type FoundPost = Pick<SnapshotPost, 'slug' | 'revision' | 'isPage'>;

/** A page is found by less than an article of the same bytes. */
function listedPost({ slug, revision, isPage }: FoundPost): ListedPost {
  return { slug, revision: isPage === true ? `${revision} page` : revision };
}

function shownIn({ posts, pages }: PublicView): readonly FoundPost[] {
  return pages.length === 0 ? posts : [...posts, ...pages];
}

/**
 * How what readers may see differs from what the thread was told: posts that stayed are the same objects. null when it does
 * not; all of it when nothing was told before.
 */
export function listChange(
  before: readonly FoundPost[] | null,
  after: readonly FoundPost[],
): ListChange | null {
  const { gone, added } = listDifference(before ?? [], after);
  if (before !== null && gone.length + added.length === 0) return null;
  return { isWhole: before === null, gone: gone.map(({ slug }) => slug), listed: added.map(listedPost) };
}
