import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '#content/contract/client.ts';
import type { EditablePost } from '#content/contract/posts-operations.ts';
import { plainImage } from '#content/testing/images.ts';
import type { Random } from '#content/testing/random.ts';
import type { Author } from '../programs/author.ts';
import { finds } from './checks.ts';
import type { Ledger } from './ledger.ts';
import { numberedText, numberIn } from './texts.ts';
import { attempt, type Work, WrongAnswer } from './work.ts';

/** What an author does, through the web. */
export interface WorkContext {
  readonly client: Client;
  readonly ledger: Ledger;
  readonly random: Random;
  /** Between two changes of one kind, in milliseconds: git, which is refused when somebody was quicker, needs its turn. */
  readonly longestPauseMs: number;
  /** Codes of refusals that lose nothing. */
  readonly mayRefuse: readonly string[];
}

/** How a server at work may refuse a change that is then tried again. */
export const SERVER_REFUSALS = ['locked', 'disk-full', 'read-only', 'conflict'] as const;

export interface Article {
  readonly id: string;
  readonly slug: string;
}

/** A new article; what is confirmed is in the ledger. null when it was refused. */
export async function createArticle(
  { client, ledger, mayRefuse }: Pick<WorkContext, 'client' | 'ledger' | 'mayRefuse'>,
  slug: string,
): Promise<Article | null> {
  ledger.asked('article', slug, 0);
  const created = await attempt('creating', mayRefuse, () =>
    client.createPost({ title: `Article ${slug}`, slug, content: numberedText(0), isPublished: true }),
  );
  if (created === null) return null;
  ledger.confirmed('article', slug, 0);
  ledger.kept('object', created.revision);
  return { id: created.id, slug };
}

/** Saves one article again and again. */
export function savingWork(context: WorkContext, { id, slug }: Article): Work {
  const { client, ledger, mayRefuse } = context;
  let number = lastAsked(ledger, slug);
  return workOf(context, 'saves', async () => {
    number += 1;
    ledger.asked('article', slug, number);
    const edit = { id, content: numberedText(number) };
    const saved = await attempt('saving', mayRefuse, () => client.updatePost(edit));
    if (saved === null) return;
    ledger.confirmed('article', slug, number);
    ledger.kept('object', saved.revision);
  });
}

/** The same, each save found by its new text as soon as it is confirmed. */
export function foundSavingWork(context: WorkContext, { id, slug }: Article): Work {
  const { client, ledger } = context;
  const { name, step } = savingWork(context, { id, slug });
  return {
    name,
    step: async () => {
      await step();
      const number = ledger.texts().find((text) => text.name === slug)?.confirmed ?? 0;
      if (!(await finds(client, `"numéro ${number} fin"`, slug)))
        throw new WrongAnswer(`save ${number} was confirmed and is not found`);
    },
  };
}

/** What all articles hold, as readers type it. */
const QUESTIONS = ['texte', 'numero', 'texte fin', 'txete', 'Texte num', 'numéros'];
const CALLERS = 8;

/** Eight callers ask at once, pages and calls in turn; each is answered with results. */
export function searchingWork({ get }: Author, random: Random): Work {
  const ask = async () => {
    const question = encodeURIComponent(random.pick(QUESTIONS));
    const address = random.oneIn(2) ? `/recherche?q=${question}` : `/api/search?q=${question}`;
    const { status, text } = await get(address);
    if (status !== 200 || !/search-result-title|"posts":\[\{/.test(text))
      throw new WrongAnswer(`${address} was answered ${status}: ${text.slice(0, 300)}`);
  };
  return {
    name: 'searches',
    step: async () => void (await Promise.all(Array.from({ length: CALLERS }, ask))),
  };
}

/** Creates an article, then another. */
export function creatingWork(context: WorkContext, prefix: string): Work {
  let count = 0;
  return workOf(context, 'new articles', async () => {
    count += 1;
    await createArticle(context, `${prefix}-${count}`);
  });
}

/** Uploads pictures that are all different. */
export function uploadingWork(context: WorkContext): Work {
  const { client, ledger, random, mayRefuse } = context;
  return workOf(context, 'pictures', async () => {
    const colour = `#${random.below(0x1000000).toString(16).padStart(6, '0')}`;
    const picture = plainImage(40 + random.below(400), 40, colour).png();
    const image = { filename: 'photo.png', bytes: new Uint8Array(await picture.toBuffer()) };
    const added = await attempt('uploading', mayRefuse, () => client.uploadImage({ image }));
    if (added !== null) ledger.kept('image', added.url);
  });
}

/** Changes the waiting list of the settings. */
export function settingsWork(context: WorkContext): Work {
  const { client, ledger, mayRefuse } = context;
  let number = lastAsked(ledger, '');
  return workOf(context, 'settings', async () => {
    const { capacity, revision } = await client.getCapacitySettings({});
    number += 1;
    ledger.asked('settings', '', number);
    const edit = { capacity: { ...capacity, waitlistCount: String(number) }, revision };
    const saved = await attempt('saving settings', mayRefuse, () => client.updateCapacitySettings(edit));
    if (saved !== null) ledger.confirmed('settings', '', number);
  });
}

/** Keeps pending versions of a live article, changes them, makes them live and drops them. */
export function pendingWork(context: WorkContext, { id, slug }: Article): Work {
  const { client, ledger, random, mayRefuse } = context;
  let number = Math.max(lastAsked(ledger, id), lastAsked(ledger, slug));

  async function keep(): Promise<void> {
    number += 1;
    ledger.asked('pending', id, number);
    const edit = { id, content: numberedText(number) };
    const kept = await attempt('keeping', mayRefuse, () => client.savePendingVersion(edit));
    if (kept !== null) ledger.confirmed('pending', id, number);
  }

  async function apply({ pending }: EditablePost): Promise<void> {
    const applied = numberIn(pending?.content ?? '');
    if (applied === null) return;
    ledger.asked('article', slug, applied);
    const done = await attempt('applying', mayRefuse, () => client.applyPendingVersion({ id }));
    if (done !== null) ledger.confirmed('article', slug, applied);
  }

  /** Afterwards the live text is all there is; the one dropped stays within reach. */
  async function drop({ content, pending }: EditablePost): Promise<void> {
    const live = numberIn(content);
    if (live === null || pending === null) return;
    ledger.goingBack('pending', id, live);
    const isDropped = await attempt('dropping', mayRefuse, async () => {
      await client.dropPendingVersion({ id });
      return true;
    });
    if (isDropped === null) return;
    ledger.wentBack('pending', id, live);
    ledger.kept('dropped', pending.revision);
  }

  return workOf(context, 'pending versions', async () => {
    await keep();
    const turn = random.below(4);
    if (turn > 1) return;
    const there = await client.getEditablePost({ id });
    await (turn === 0 ? apply(there) : drop(there));
  });
}

/** A change, then a pause. */
export function workOf(
  { random, longestPauseMs }: Pick<WorkContext, 'random' | 'longestPauseMs'>,
  name: string,
  change: () => Promise<void>,
): Work {
  const step = async () => {
    await change();
    await pause(random.below(longestPauseMs));
  };
  return { name, step };
}

/** The highest number that was sent under a name; -1 for none. */
export function lastAsked(ledger: Ledger, name: string): number {
  return Math.max(
    -1,
    ...ledger
      .texts()
      .filter((text) => text.name === name)
      .map(({ asked }) => asked),
  );
}
