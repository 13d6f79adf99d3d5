import type { Commit } from '#content/git/commit-object.ts';
import { parseCommit } from '#content/git/commit-object.ts';
import type { GitObject } from '#content/git/objects/object-id.ts';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { parseTree } from '#content/git/tree.ts';
import { ContentError } from '#content/model/errors.ts';

/** What a check reads of a push: its objects, still in quarantine, and those the repository had before. */
export type PushedObjects = Pick<ObjectStore, 'read' | 'sizeOf' | 'readTree' | 'readCommit' | 'close'>;

/** Reads from both; `quarantine` is where git put what was pushed (git-receive-pack(1), quarantine environment). */
export function openPushedObjects(gitDir: string, quarantine: string | null): PushedObjects {
  const kept = createObjectStore({ gitDir });
  const fresh = quarantine === null ? null : createObjectStore({ gitDir, objectsFolder: quarantine });

  async function readAs(type: GitObject['type'], id: string): Promise<Buffer> {
    const object = (await fresh?.tryRead(id)) ?? (await kept.read(id));
    if (object.type !== type) throw new ContentError('corrupt', { what: `${type} ${id}` });
    return object.bytes;
  }

  return {
    read: async (id) => (await fresh?.tryRead(id)) ?? kept.read(id),
    sizeOf: async (id) => (await fresh?.sizeOf(id)) ?? kept.sizeOf(id),
    readTree: async (id) => parseTree(await readAs('tree', id), `tree ${id}`),
    readCommit: async (id): Promise<Commit> => parseCommit(id, await readAs('commit', id)),
    close: () => {
      fresh?.close();
      kept.close();
    },
  };
}
