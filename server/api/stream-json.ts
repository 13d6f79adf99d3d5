import type { Response } from 'express';
import { hasCode } from '#content/model/errors.ts';
import type { SnapshotPost } from '#content/model/post.ts';

interface JsonList<Item> {
  /** What is written before and after the items. */
  readonly open: string;
  readonly close: string;
  readonly items: readonly Item[];
  /** Undefined leaves an item out. */
  readonly toJson: (item: Item) => Promise<unknown>;
}

/**
 * Answers a JSON list item by item, never holding more than one in memory, and no faster than the reader takes it.
 * The first item is made before anything is written, so that a failure there still has its proper status.
 */
export async function streamJson<Item>(response: Response, list: JsonList<Item>): Promise<void> {
  const readyForMore = createWaiting(response);
  let isFirst = true;
  for (const item of list.items) {
    const value = await list.toJson(item);
    if (value === undefined) continue;
    const text = JSON.stringify(value);
    if (isFirst) response.type('json').write(list.open);
    const isReady = response.write(isFirst ? text : `,${text}`);
    isFirst = false;
    if (response.destroyed) return;
    if (!isReady) await readyForMore();
  }
  if (isFirst) response.type('json').write(list.open);
  response.end(list.close);
}

/**
 * What waits until the reader took what was written, or went away. One listener for all that is waited for in an answer: where it is
 * compressed, one that was added for a moment is not taken away again.
 */
function createWaiting(response: Response): () => Promise<void> {
  let goOn = (): void => undefined;
  for (const event of ['drain', 'close']) response.on(event, () => goOn());
  return () =>
    new Promise((resolve) => {
      goOn = resolve;
    });
}

type Newest = (id: string) => SnapshotPost | undefined | Promise<SnapshotPost | undefined>;

/**
 * Reads the posts of a list that is being sent: of one whose text turns out to be lost, what is served of it from then on;
 * undefined when that is nothing, so that the list goes on without it.
 */
export function newestReadable(newest: Newest) {
  return async <Value>(
    post: SnapshotPost,
    read: (post: SnapshotPost) => Promise<Value>,
  ): Promise<Value | undefined> => {
    let next: SnapshotPost | undefined = post;
    for (let tried: string | null = null; next !== undefined && next.revision !== tried; ) {
      try {
        return await read(next);
      } catch (error) {
        if (!hasCode(error, 'corrupt')) throw error;
        tried = next.revision;
        next = await newest(post.id);
      }
    }
    return undefined;
  };
}
