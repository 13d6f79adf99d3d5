import { Worker } from 'node:worker_threads';
import type { PublicView, Snapshot } from '../model/snapshot.ts';
import type { Trouble } from '../model/trouble.ts';
import type { SearchAnswer, SearchHit } from '../search/answer.ts';
import { changeOfPosts, type PostsChange, type SearchedPost, WAITED_FOR } from '../search/post-list.ts';
import type { Slice } from '../search/rank.ts';
import type { IndexProgress } from '../search/search-index.ts';
import { createRetries } from './retries.ts';

/** A question that is not answered by then is given up, in milliseconds. */
const DEADLINE_MS = 10_000;
/** A thread that says nothing for longer than any step of it takes is ended, and another one started, in milliseconds. */
const LONGEST_SILENCE_MS = 60_000;
/** Questions under way; one more is not taken. */
const MAX_ASKED = 64;
/** What a stop leaves to it: to answer who still waits, then to write what the next start can use, in milliseconds. */
const LAST_ANSWERS_MS = 300;
const CLOSED_WITHIN_MS = 500;
/** Where so many posts would have to be read again, some seconds of work, it is given longer, in milliseconds. */
const MANY_UNSAVED = 1000;
const CLOSED_WITHIN_LONG_MS = 8000;

/** How the thread begins. */
export interface SearchThreadData {
  /** Where the index is kept; null where nothing may be written. */
  readonly folder: string | null;
}

export interface Asked {
  readonly id: number;
  readonly question: string;
  readonly slice: Slice;
  /** When it is asked, in milliseconds since 1970: the thread knows of future posts too. */
  readonly moment: number;
}

export type ToSearch =
  | { readonly kind: 'posts'; readonly change: PostsChange }
  | ({ readonly kind: 'question' } & Asked)
  | { readonly kind: 'text'; readonly id: number; readonly text: string | null }
  | { readonly kind: 'close' };

export type FromSearch =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: ThreadAnswer | null }
  | { readonly kind: 'read'; readonly id: number; readonly revision: string }
  | ({ readonly kind: 'progress' } & IndexProgress)
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'closed' };

/** An article that was found, by its address in the view that was asked about. */
export type ThreadHit = Omit<SearchHit, 'post'> & { readonly slug: string };
export type ThreadAnswer = Omit<SearchAnswer, 'hits'> & { readonly hits: readonly ThreadHit[] };

export interface SearchThreadOptions extends SearchThreadData {
  /** The built search-worker.ts. */
  readonly workerUrl: URL;
  /** The Markdown of a post. */
  readonly body: (post: Pick<SearchedPost, 'revision'>) => Promise<string>;
  readonly onError: (error: unknown) => void;
  /** How long a question may take, in milliseconds. */
  readonly deadlineMs?: number;
  readonly longestSilenceMs?: number;
  readonly closedWithinMs?: number;
}

/**
 * The search’s index in a thread of its own: readers of pages do not feel it. What is asked is answered within a limit, with
 * null when it cannot be; a thread that ends or says nothing is replaced, after a pause that grows.
 */
export function createSearchThread(options: SearchThreadOptions) {
  const { workerUrl, folder, body, onError } = options;
  const { longestSilenceMs = LONGEST_SILENCE_MS, closedWithinMs = CLOSED_WITHIN_MS } = options;
  const asked = new Map<number, (answer: ThreadAnswer | null) => void>();
  const retries = createRetries(start);
  let thread: Worker | null = null;
  /** What the thread knows of the posts, and what it will. */
  let known: readonly SearchedPost[] = [];
  let newest: Snapshot | null = null;
  /** Posts it has still to read; null before it said so. */
  let left: number | null = null;
  let unsaved = 0;
  let heardAt = 0;
  let patienceMs = options.deadlineMs ?? DEADLINE_MS;
  let questions = 0;
  let isFailing = false;
  let isClosed = false;

  function start(): void {
    if (thread !== null || isClosed) return;
    const started = new Worker(workerUrl, {
      workerData: { folder } satisfies SearchThreadData,
      resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 16 },
    });
    started.unref();
    started.on('message', (message: FromSearch) => {
      if (thread === started) hear(message);
    });
    started.on('error', (error) => fail(started, error));
    started.on('exit', (code) => fail(started, new Error(`the search's thread ended with code ${code}`)));
    thread = started;
    heardAt = performance.now();
    if (newest !== null) tellPosts(newest);
  }

  /** Whoever asked is told at once; the next thread reads what this one kept. */
  function fail(failed: Worker, error: unknown): void {
    if (thread !== failed) return;
    thread = null;
    known = [];
    left = null;
    unsaved = 0;
    isFailing = true;
    giveUpAll();
    if (isClosed) return;
    onError(error);
    void failed.terminate();
    retries.failed();
  }

  function giveUpAll(): void {
    for (const settle of asked.values()) settle(null);
  }

  function hear(message: FromSearch): void {
    heardAt = performance.now();
    switch (message.kind) {
      case 'answer':
        isFailing = false;
        retries.succeeded();
        asked.get(message.id)?.(message.answer);
        break;
      case 'read':
        void read(message);
        break;
      case 'progress':
        ({ left, unsaved } = message);
        if (left === 0) isFailing = false;
        break;
      case 'error':
        onError(message.error);
        break;
      case 'closed':
        break; // Heard by who closes.
    }
  }

  async function read({ id, revision }: Extract<FromSearch, { kind: 'read' }>): Promise<void> {
    const text = await body({ revision }).catch((error: unknown) => {
      if (!isClosed) onError(error);
      return null;
    });
    tell({ kind: 'text', id, text });
  }

  function tell(message: ToSearch): void {
    thread?.postMessage(message);
  }

  function tellPosts({ posts }: Snapshot): void {
    const change = changeOfPosts(known, posts);
    known = posts;
    if (change !== null) tell({ kind: 'posts', change });
  }

  function ask(what: Omit<Asked, 'id'>): Promise<ThreadAnswer | null> {
    questions += 1;
    const id = questions;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        isFailing = true;
        settle(null);
        if (thread !== null && performance.now() - heardAt > longestSilenceMs)
          fail(thread, new Error(`the search's thread says nothing`));
      }, patienceMs);
      const settle = (answer: ThreadAnswer | null) => {
        clearTimeout(timer);
        asked.delete(id);
        resolve(answer);
      };
      asked.set(id, settle);
      tell({ kind: 'question', id, ...what });
    });
  }

  return {
    /** Begins to read what the last start kept: nothing is indexed yet. */
    load: start,

    /** Takes note of the newest content, which is indexed in the background. */
    notice(snapshot: Snapshot): void {
      newest = snapshot;
      if (thread !== null) tellPosts(snapshot);
    },

    /** What a question finds in a view, best first; null while the index is made, or when the thread is not up to it. */
    async search(view: PublicView, question: string, slice: Slice): Promise<ThreadAnswer | null> {
      if (thread === null || asked.size >= MAX_ASKED) return null;
      tellPosts(view.snapshot);
      return ask({ question, slice, moment: view.since });
    },

    /** What keeps it from answering. */
    troubles(): readonly Trouble[] {
      if (isFailing) return [STUCK];
      const all = newest?.posts.length ?? 0;
      return (left ?? all) > WAITED_FOR ? [preparing(left, all)] : [];
    },

    /** The end is near: who asks is not kept waiting by a thread that does not answer. */
    expectEnd(): void {
      patienceMs = LAST_ANSWERS_MS;
      setTimeout(giveUpAll, LAST_ANSWERS_MS).unref();
    },

    /** Keeps what the next start can use, unless that takes long. */
    async close(): Promise<void> {
      isClosed = true;
      retries.stop();
      giveUpAll();
      const closing = thread;
      thread = null;
      if (closing === null) return;
      await closed(closing, unsaved < MANY_UNSAVED ? closedWithinMs : CLOSED_WITHIN_LONG_MS);
      await closing.terminate();
    },
  };
}

/** Resolves when the thread has kept what it could, has ended, or takes too long. */
function closed(thread: Worker, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, withinMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    thread.on('message', ({ kind }: FromSearch) => kind === 'closed' && end()).once('exit', end);
    thread.postMessage({ kind: 'close' } satisfies ToSearch);
  });
}

const STUCK: Trouble = {
  code: 'search-stuck',
  reason: 'La recherche ne répond plus : les lecteurs n’y trouvent rien. Les pages ne s’en ressentent pas.',
  remedy:
    'Elle est relancée d’elle-même. Si cela dure plus de quelques minutes, redémarrez le serveur ; si cela revient, effacez le dossier cache/search de DATA_DIR, qui est refait.',
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
