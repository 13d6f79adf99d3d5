import { spawnSync } from 'node:child_process';
import { type GitObject, isObjectType, objectId } from '#content/git/objects/object-id.ts';
import { createObjectStore } from '#content/git/objects/objects.ts';
import { cleanGitEnvironment, gitBytes } from '../temporary-repository.ts';

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

/** One object as git reads it; null where git refuses it, or gives bytes of another one without noticing. */
export function readByGit(gitDir: string, id: string): GitObject | null {
  const { status, stdout } = spawnSync('git', ['cat-file', '--batch'], {
    cwd: gitDir,
    env: cleanGitEnvironment(),
    input: `${id}\n`,
    maxBuffer: 1024 ** 3,
  });
  const end = stdout.indexOf(10);
  const [, type = '', size = ''] = stdout.toString('latin1', 0, end).split(' ');
  const bytes = stdout.subarray(end + 1, end + 1 + Number(size));
  return status === 0 && isObjectType(type) && objectId(type, bytes) === id ? { type, bytes } : null;
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
