import { parsePostFile, uuidOfPath } from '../../files/post-file.ts';
import { isPostPath } from '../../model/paths.ts';
import type { ObjectStore } from '../objects/objects.ts';
import { treeDifferences } from '../tree-differences.ts';

type Objects = Pick<ObjectStore, 'read' | 'readTree'>;

/** A file of a post in some tree. */
export interface PostAt {
  readonly path: string;
  readonly blobId: string;
}

interface Trees {
  readonly before: string;
  readonly after: string;
  /** The post's id. */
  readonly id: string;
}

/** Where a post is in two trees that differ by it: same path or renamed. Null when they do not differ by this post. */
export async function changedPost(
  objects: Objects,
  { before, after, id }: Trees,
): Promise<{ readonly basedOn: PostAt; readonly file: PostAt } | null> {
  const written: PostAt[] = [];
  const removed: PostAt[] = [];
  for await (const { path, was, is } of treeDifferences(objects, { before, after })) {
    if (!isPostPath(path)) continue;
    if (is !== null) written.push({ path, blobId: is });
    if (was !== null) removed.push({ path, blobId: was });
  }
  const file = await find(written, (post) => states(objects, post, id));
  if (file === null) return null;
  const basedOn =
    removed.find(({ path }) => path === file.path) ??
    (await find(removed, async (post) => (await states(objects, post, id)) || statesNone(objects, post)));
  return basedOn === null ? null : { basedOn, file };
}

async function find(
  files: readonly PostAt[],
  isIt: (post: PostAt) => Promise<boolean>,
): Promise<PostAt | null> {
  for (const file of files) if (await isIt(file)) return file;
  return null;
}

async function states(objects: Objects, post: PostAt, id: string): Promise<boolean> {
  return (await idOf(objects, post)) === id;
}

/** A file without an id has one of its path. */
async function statesNone(objects: Objects, post: PostAt): Promise<boolean> {
  return (await idOf(objects, post)) === uuidOfPath(post.path);
}

async function idOf(objects: Objects, { path, blobId }: PostAt): Promise<string | null> {
  const parsed = parsePostFile({ path, bytes: (await objects.read(blobId)).bytes });
  return parsed.kind === 'post' ? parsed.post.id : null;
}
