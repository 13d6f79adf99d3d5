import { OperationError } from '#content/contract/client.ts';
import type { AdminPost, EditablePost } from '#content/contract/posts-operations.ts';
import type { Random } from '#content/testing/random.ts';
import type { Desk, Side } from './side.ts';
import type { World } from './world.ts';

/** One step of a story: who acts, by what chance, and the mark of what is written. */
export interface Turn {
  readonly world: World;
  readonly side: Side;
  readonly random: Random;
  readonly mark: string;
  readonly number: number;
}

/** Does something, and says in words what came of it. */
export type Act = (turn: Turn) => Promise<string>;

/** What a call may be refused with, in ways that the contract names and that lose nothing. */
export type Refusals = readonly string[];

/** What a call answered, or the code of its refusal. */
export type Asked<Value> = { readonly value: Value } | { readonly refused: string };

/**
 * Makes a call. A refusal that is not expected is a fault of the product, unless the program is ending: then nobody was answered.
 */
export async function ask<Value>(
  { world, side }: Turn,
  what: string,
  { work, refusals = [] }: { readonly work: () => Promise<Value>; readonly refusals?: Refusals },
): Promise<Asked<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (world.disk.hasEnded(side.folder)) return { refused: 'ended' };
    const code = error instanceof OperationError ? error.code : String(error);
    if (!refusals.includes(code))
      world.faults.push({ promise: 'answers', text: `${what} at ${side.name} was answered ${code}` });
    return { refused: code };
  }
}

/** What a side shows, which must be there; null when the program is ending, or the post is gone. What history is still read for is asked again. */
export async function look<Value>(turn: Turn, work: () => Promise<Value>): Promise<Value | null> {
  const asked = await ask(turn, 'looking', { work, refusals: ['not-found', 'starting'] });
  if ('value' in asked) return asked.value;
  if (asked.refused !== 'starting') return null;
  await new Promise((resolve) => setTimeout(resolve, 10));
  return look(turn, work);
}

/** Posts that people of the story work on: not the odd ones, which nobody touches. */
export async function postsOf(turn: Turn): Promise<readonly AdminPost[]> {
  const table = await look(turn, () =>
    turn.side.client.getPostTable({ limit: 200, sort: 'slug', order: 'asc' }),
  );
  return (table?.posts ?? []).filter(({ slug }) => !/^article-\d+$/.test(slug));
}

/** One of the posts that `fits`, with its text; null when there is none. */
export async function somePost(
  turn: Turn,
  fits: (post: AdminPost) => boolean = () => true,
): Promise<EditablePost | null> {
  const posts = (await postsOf(turn)).filter(fits);
  if (posts.length === 0) return null;
  const { id } = turn.random.pick(posts);
  return look(turn, () => turn.side.client.getEditablePost({ id }));
}

/** What its author has before him: the text that waits, where one does. */
export function newestOf(
  post: EditablePost,
): Pick<EditablePost, 'content' | 'revision' | 'published' | 'slug'> {
  return post.pending ?? post;
}

/** From when readers see a text that is published now. */
export function momentOf(world: Pick<World, 'now'>, published: string | null): number {
  return Math.max(world.now(), published === null ? 0 : Date.parse(published));
}

export function isDesk(side: Side): side is Desk {
  return side.name !== 'site';
}

/** In words: an article by its slug, with what a call was refused with. */
export function told(asked: Asked<unknown>, words: string): string {
  return 'refused' in asked ? `${words} (refused: ${asked.refused})` : words;
}
