import { type GitObject, isObjectType } from '../../store/objects/object-id.ts';
import { createObjectStore } from '../../store/objects/objects.ts';
import { gitBytes } from '../temporary-repository.ts';

/** Every object that git finds in a repository, with its bytes as git reads them. */
export function objectsOfGit(gitDir: string): ReadonlyMap<string, GitObject> {
  const printed = gitBytes(['cat-file', '--batch', '--batch-all-objects'], { cwd: gitDir });
  const objects = new Map<string, GitObject>();
  for (let at = 0; at < printed.length; ) {
    const end = printed.indexOf(10, at);
    const [id = '', type = '', size = ''] = printed.toString('latin1', at, end).split(' ');
    if (!isObjectType(type)) throw new Error(`git does not read ${id}`);
    at = end + 1 + Number(size);
    objects.set(id, { type, bytes: printed.subarray(end + 1, at) });
    at += 1;
  }
  return objects;
}

/** What Encrier reads otherwise than git does, a line for each object; nothing when all is as it should be. */
export async function differencesFromGit(gitDir: string): Promise<readonly string[]> {
  const store = createObjectStore({ gitDir });
  const differences: string[] = [];
  try {
    for (const [id, expected] of objectsOfGit(gitDir)) {
      const stated = await store.sizeOf(id);
      const read = await store.tryRead(id);
      const isSame = read?.type === expected.type && read.bytes.equals(expected.bytes);
      const isSameSize = stated?.type === expected.type && stated.size === expected.bytes.length;
      if (!isSame) differences.push(`${id} ${expected.type}: ${read === null ? 'absent' : 'other bytes'}`);
      if (!isSameSize) differences.push(`${id} ${expected.type}: size ${stated?.size ?? 'unknown'}`);
    }
  } finally {
    store.close();
  }
  return differences;
}
