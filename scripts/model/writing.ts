import type { PostEdit } from '#content/contract/fields.ts';
import type { AdminPost, EditablePost, SavedPost } from '#content/contract/posts-operations.ts';
import { isWaiting } from './form.ts';
import { edited, markedSentence, marksIn } from './marks.ts';
import type { Desk } from './side.ts';
import {
  type Act,
  type Asked,
  ask,
  isDesk,
  look,
  momentOf,
  newestOf,
  postsOf,
  somePost,
  type Turn,
  told,
} from './turn.ts';

export const MOST_POSTS = 14;
const DAY_MS = 86_400_000;
export const SAVE_REFUSALS = ['conflict', 'not-found', 'slug-taken'];

/** A new article, or now and then a page. */
export const create: Act = (turn) =>
  createAt(turn, { slug: `article-de-${turn.side.name}-${turn.number}`, isPage: turn.number % 4 === 0 });

/** A new article or page: a draft, one on line at once (or, at a desktop, to be published), one for a date to come. */
export async function createAt(
  turn: Turn,
  { slug, isPage }: { readonly slug: string; readonly isPage: boolean },
): Promise<string> {
  const { world, side, random, mark, number } = turn;
  if ((await postsOf(turn)).length >= MOST_POSTS) return 'has enough articles';
  const isPublished = random.oneIn(3);
  const published = isPublished && random.oneIn(2) ? dateToCome(turn) : null;
  const content = `${markedSentence(random, mark)}\n\nUn article de ${side.name}.\n`;
  world.memory.write(mark, { post: mark, by: side.name });
  if (isPublished && !isDesk(side)) world.memory.release(mark, [mark], momentOf(world, published));
  const asked = await ask(turn, 'creating', {
    work: () =>
      side.client.createPost({ title: `Article ${number}`, slug, content, isPublished, published, isPage }),
    refusals: ['slug-taken'],
  });
  if ('value' in asked) {
    const { id } = asked.value;
    world.memory.know(mark, id);
    world.memory.keep([mark]);
    world.memory.noteDraft([mark]);
    if (isPublished && !isDesk(side)) world.memory.release(id, [mark], momentOf(world, published));
  }
  const what = isPage ? 'the page' : 'the article';
  return told(asked, `creates ${what} ${slug}${isPublished ? `, published ${published ?? 'now'}` : ''}`);
}

/** Opens an article, changes its text, and saves. */
export const save: Act = async (turn) => {
  const post = await somePost(turn);
  if (post === null) return 'finds no article';
  return saveFrom(turn, post, openedText(turn, post));
};

export const openForm: Act = async (turn) => {
  const post = await somePost(turn);
  if (post === null) return 'finds no article';
  const { content, revision, slug } = openedText(turn, post);
  const forms = turn.world.forms.get(turn.side.name) ?? [];
  turn.world.forms.set(turn.side.name, [...forms, { id: post.id, content, revision, slug }].slice(-3));
  return `opens ${post.slug} in a form`;
};

/** Saves a form that has been open for a while: with the revision it started from. */
export const saveForm: Act = async (turn) => {
  const { world, side } = turn;
  const [form, ...others] = world.forms.get(side.name) ?? [];
  if (form === undefined) return 'has no form open';
  world.forms.set(side.name, others);
  const post = await look(turn, () => side.client.getEditablePost({ id: form.id }));
  return post === null ? 'finds its article gone' : saveFrom(turn, post, form, 'the form of ');
};

/** What a form was opened on. */
export type OpenedText = Pick<EditablePost, 'content' | 'revision' | 'slug'>;

/** What the form shows: at a desktop the text that waits, on the web what readers get. */
export function openedText({ side }: Turn, post: EditablePost): OpenedText {
  return isDesk(side) ? newestOf(post) : post;
}

async function saveFrom(
  turn: Turn,
  post: EditablePost,
  { content: before, ...from }: OpenedText,
  words = '',
): Promise<string> {
  const after = edited(turn.random, before, turn.mark);
  write(turn, post.id, { before, after });
  return told(await saveText(turn, post, { before, after, ...from }), `saves ${words}${post.slug}`);
}

/** Saves a text that was made from a revision, and notes what was said of it. */
export async function saveText(
  turn: Turn,
  post: EditablePost,
  { revision, slug: fromSlug, ...change }: Change & Omit<OpenedText, 'content'>,
): Promise<Asked<SavedPost>> {
  const { world, side, random } = turn;
  const content = change.after;
  const note = random.oneIn(6) ? { isMinor: true } : random.oneIn(6) ? { readerNote: 'Une précision.' } : {};
  if (!isDesk(side) && post.isPublished)
    world.memory.release(post.id, marksIn(content), momentOf(world, post.published));
  const asked = await ask(turn, 'saving', {
    work: () => side.client.updatePost({ id: post.id, content, revision, fromSlug, ...note }),
    refusals: SAVE_REFUSALS,
  });
  resolve(turn, asked, change);
  if ('value' in asked && !isWaiting(asked.value)) world.memory.noteDraft(marksIn(content));
  return asked;
}

/** « Garder en attente »: changes a live article in a way that readers do not see yet. */
export const keepWaiting: Act = async (turn) => {
  const { side, random, mark } = turn;
  const post = await somePost(turn, ({ isPublished, hasPending }) => isPublished || hasPending);
  if (post === null) return 'finds no article on line';
  const { content: before, revision, slug: fromSlug } = newestOf(post);
  const content = edited(random, before, mark);
  write(turn, post.id, { before, after: content });
  const asked = await ask(turn, 'keeping', {
    work: () => side.client.savePendingVersion({ id: post.id, content, revision, fromSlug }),
    refusals: SAVE_REFUSALS,
  });
  resolve(turn, asked, { before, after: content });
  return told(asked, `keeps ${post.slug} waiting`);
};

/** « Abandonner ». */
export const drop: Act = async (turn) => {
  const { side, world } = turn;
  const post = await somePost(turn, ({ hasPending }) => hasPending);
  if (post?.pending == null) return 'finds nothing that waits';
  const asked = await ask(turn, 'dropping', {
    work: () => side.client.dropPendingVersion({ id: post.id }),
    // What was never published is deleted, not dropped.
    refusals: ['not-found', 'slug-taken', ...(post.isPublished ? [] : ['invalid'])],
  });
  // Whoever drops a text has it before him, and takes nothing from readers. A draft goes back to what the published branch has of it, which nobody shows.
  if (isOrMayBe(asked)) {
    const now = await look(turn, () => side.client.getEditablePost({ id: post.id }));
    const shown = (await world.site.readers()).find(({ id }) => id === post.id);
    const left = `${now?.content ?? ''}${(await shown?.content()) ?? ''}`;
    world.memory.takeAway(without(post.pending.content, left));
  }
  return told(asked, `drops what waits of ${post.slug}`);
};

/** A waiting text becomes what readers get, on the web. */
const apply: Act = async (turn) => {
  const { side, world } = turn;
  if (isDesk(side)) return publish(turn);
  const post = await somePost(turn, ({ hasPending }) => hasPending);
  if (post?.pending == null) return 'finds nothing that waits';
  const { pending } = post;
  const marks = marksIn(post.content + pending.content);
  if (pending.isPublished) world.memory.release(post.id, marks, momentOf(world, pending.published));
  const asked = await ask(turn, 'applying', {
    work: () => side.client.applyPendingVersion({ id: post.id }),
    refusals: ['conflict', 'slug-taken', 'not-found'],
  });
  if (isOrMayBe(asked)) world.memory.unhide(post.id);
  return told(asked, `applies what waits of ${post.slug}`);
};

/** « Publier » at a desktop: all that waits, one of it, or a draft. */
export const publish: Act = async (turn) => {
  const { side, random } = turn;
  if (!isDesk(side)) return apply(turn);
  const found = await look(turn, () => side.host.getPublishing({}));
  const drafts = (await postsOf(turn)).filter(({ isPublished }) => !isPublished);
  const waiting = found?.waiting ?? [];
  const chosen = random.oneIn(2) ? waiting : waiting.length > 0 ? [random.pick(waiting)] : [];
  const ids = random.oneIn(4) && drafts.length > 0 ? [random.pick(drafts).id] : chosen.map(({ id }) => id);
  return publishThese(turn, side, ids);
};

/** « Tout publier » at a desktop. */
export async function publishAll(turn: Turn, desk: Desk): Promise<string> {
  const found = await look(turn, () => desk.host.getPublishing({}));
  return publishThese(turn, desk, found?.waiting.map(({ id }) => id) ?? []);
}

async function publishThese(turn: Turn, { host, client }: Desk, ids: readonly string[]): Promise<string> {
  const { world } = turn;
  if (ids.length === 0) return 'has nothing to publish';
  const texts: EditablePost[] = [];
  for (const id of ids) {
    const post = await look(turn, () => client.getEditablePost({ id }));
    if (post !== null) texts.push(post);
  }
  for (const post of texts) {
    const marks = marksIn(post.content + (post.pending?.content ?? ''));
    world.memory.release(post.id, marks, momentOf(world, newestOf(post).published));
  }
  const asked = await ask(turn, 'publishing', { work: () => host.publishPosts({ ids: [...ids] }) });
  const left = 'value' in asked ? asked.value.left.map(({ title }) => title) : [];
  const names = texts.map(({ slug }) => slug).join(', ');
  return told(asked, `publishes ${names}${left.length > 0 ? `, but for ${left.join(', ')}` : ''}`);
}

export const remove: Act = async (turn) => {
  const { side, world } = turn;
  const post = await somePost(turn);
  if (post === null) return 'finds no article';
  const asked = await ask(turn, 'deleting', {
    work: () => side.client.deletePost({ id: post.id, revision: post.revision }),
    refusals: ['conflict', 'not-found'],
  });
  if (isOrMayBe(asked)) world.memory.takeAway(marksIn(post.content + (post.pending?.content ?? '')));
  if ('value' in asked && !isDesk(side)) world.memory.hide(post.id, 'deleted');
  return told(asked, `deletes ${post.slug}`);
};

export const restore: Act = async (turn) => {
  const { side, random } = turn;
  const bin = await look(turn, () => side.client.listDeletedPosts({}));
  if (bin === null || bin.length === 0) return 'finds the bin empty';
  const { id, commit, slug } = random.pick(bin);
  const asked = await ask(turn, 'restoring', {
    work: () => side.client.restoreDeletedPost({ id, commit }),
    refusals: ['done', 'not-found'],
  });
  return told(asked, `restores ${slug}`);
};

/** Another address. */
export const rename: Act = async (turn) => {
  const { number } = turn;
  return changeFields(turn, { slug: `adresse-${number}` }, `moves to adresse-${number}`);
};

/** Another title, by which nothing of the text changes. */
export const retitle: Act = (turn) => changeFields(turn, { title: `Titre ${turn.number}` }, 'retitles');

export const unpublish: Act = async (turn) => {
  const { side, world } = turn;
  const post = await somePost(turn, ({ isPublished }) => isPublished);
  if (post === null) return 'finds no article on line';
  const asked = await ask(turn, 'withdrawing', {
    work: () =>
      side.client.updatePost({ id: post.id, isPublished: false, revision: openedText(turn, post).revision }),
    refusals: SAVE_REFUSALS,
  });
  if ('value' in asked && !isDesk(side) && !asked.value.isPublished) world.memory.hide(post.id, 'withdrawn');
  return told(asked, `withdraws ${post.slug}`);
};

/** Publishes a draft at a date to come; at a desktop that waits too. */
export const schedule: Act = async (turn) => {
  const { side, world } = turn;
  const post = await somePost(turn, ({ isPublished }) => !isPublished);
  if (post === null) return 'finds no draft';
  const published = dateToCome(turn);
  const { content, revision } = openedText(turn, post);
  if (!isDesk(side)) world.memory.release(post.id, marksIn(content), Date.parse(published));
  const asked = await ask(turn, 'scheduling', {
    work: () => side.client.updatePost({ id: post.id, isPublished: true, published, revision }),
    refusals: SAVE_REFUSALS,
  });
  return told(asked, `schedules ${post.slug} for ${published}`);
};

export async function changeFields(
  turn: Turn,
  edit: PostEdit,
  words: string,
  fits?: (post: AdminPost) => boolean,
): Promise<string> {
  const { side } = turn;
  const post = await somePost(turn, fits);
  if (post === null) return 'finds no article';
  const { revision, slug: fromSlug } = openedText(turn, post);
  const asked = await ask(turn, 'changing', {
    work: () => side.client.updatePost({ id: post.id, revision, fromSlug, ...edit }),
    refusals: SAVE_REFUSALS,
  });
  return told(asked, `${words} ${post.slug}`);
}

/** A whole minute, as the form gives it. */
function dateToCome({ world, random }: Turn): string {
  const at = world.now() + (1 + random.below(10)) * (DAY_MS / 4);
  return new Date(Math.ceil(at / 60_000) * 60_000).toISOString();
}

interface Change {
  readonly before: string;
  readonly after: string;
}

/** About to be sent. */
export function write({ world, side, mark }: Turn, post: string, { after }: Change): void {
  if (after.includes(mark)) world.memory.write(mark, { post, by: side.name });
}

/** It was answered, or nobody was. */
function resolve(
  { world, mark }: Turn,
  asked: Asked<Pick<SavedPost, 'content'> | EditablePost>,
  { before, after }: Change,
): void {
  if ('value' in asked) world.memory.keep([mark]);
  if (isOrMayBe(asked)) world.memory.takeAway(without(before, after));
}

export function isOrMayBe(asked: Asked<unknown>): boolean {
  return 'value' in asked || asked.refused === 'ended';
}

/** The marks that only the first of two texts has. */
export function without(before: string, after: string): readonly string[] {
  const there = new Set(marksIn(after));
  return marksIn(before).filter((mark) => !there.has(mark));
}
