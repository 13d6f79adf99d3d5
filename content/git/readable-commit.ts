import { ContentError } from '#content/model/errors.ts';
import type { ObjectStore } from './objects/objects.ts';

type Objects = Pick<ObjectStore, 'readCommit' | 'readTree'>;

/** Whether this is a commit that is stored whole, with the root of its files. */
export async function isReadableCommit(objects: Objects, id: string): Promise<boolean> {
  try {
    await objects.readTree((await objects.readCommit(id)).tree);
    return true;
  } catch (error) {
    if (error instanceof ContentError) return false;
    throw error;
  }
}

/** The first of these that is a readable commit; null when none is. */
export async function firstReadable(objects: Objects, ids: Iterable<string>): Promise<string | null> {
  for (const id of new Set(ids)) {
    if (await isReadableCommit(objects, id)) return id;
  }
  return null;
}
