import { type Commit, parseCommit } from '#content/git/commit-object.ts';
import { callGit } from '#content/git/git-program.ts';
import type { GitObject } from '#content/git/objects/object-id.ts';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { parseTree } from '#content/git/tree.ts';
import { ContentError } from '#content/model/errors.ts';

/** What a check reads of a push: its objects, still in quarantine, and those the repository had before. */
export type PushedObjects = Pick<ObjectStore, 'sizeOf' | 'readTree' | 'readCommit' | 'close'>;

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
    sizeOf: async (id) => (await fresh?.sizeOf(id)) ?? kept.sizeOf(id),
    readTree: async (id) => parseTree(await readAs('tree', id), `tree ${id}`),
    readCommit: async (id): Promise<Commit> => parseCommit(id, await readAs('commit', id)),
    close: () => {
      fresh?.close();
      kept.close();
    },
  };
}

/** As long as a push may take (server/git-remote/git-backend.ts), in milliseconds. */
const LONGEST_MS = 20 * 60_000;

export interface NewCommit {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
}

/**
 * The commits that these ids bring and no ref of the repository holds yet, newest first. To be called in the environment
 * of a hook: only there does git see what was pushed.
 */
export async function newCommits(ids: readonly string[]): Promise<readonly NewCommit[]> {
  const args = ['rev-list', '--no-commit-header', '--format=%H %T %P', '--stdin', '--not', '--all'];
  const output = await runHere(args, `${ids.join('\n')}\n`);
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', tree = '', ...parents] = line.split(' ');
      return { id, tree, parents: parents.filter((parent) => parent !== '') };
    });
}

/** Whether history leads from one commit back to the other. */
export async function isAncestor(older: string, younger: string): Promise<boolean> {
  const output = await runHere(['rev-list', '--max-count=1', older, `^${younger}`], '');
  return output === '';
}

async function runHere(args: readonly string[], input: string): Promise<string> {
  const end = await callGit(args, { input, longestMs: LONGEST_MS });
  if (end.kind === 'ended' && end.code === 0) return end.stdout.toString('utf8');
  throw new Error('git cannot tell what was pushed', { cause: end });
}

/** A name from a push on a person's terminal: nothing in it may steer that. */
export function shownName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\ufffd');
  return plain.length > 200 ? `${plain.slice(0, 200)}…` : plain;
}
