import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureFolderDurably, writeFileDurably } from '../../store/durable-fs.ts';
import type { PendingVersions } from '../../store/pending/pending.ts';
import { isSystemError } from '../../store/system-error.ts';
import type { Clash } from './clash.ts';

/** A question to the author, and where the other text waits. */
export interface OpenClash extends Clash {
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Whether their text is the post's pending version: settling that is the answer. */
  readonly isPending: boolean;
}

interface Options {
  readonly gitDir: string;
  readonly pending: Pick<PendingVersions, 'list'>;
}

/** The questions that wait for the author, in a file beside the repository's locks; on disk when a change returns. */
export function createOpenClashes({ gitDir, pending }: Options) {
  const file = path.join(gitDir, 'encrier', 'clashes.json');

  async function stored(): Promise<readonly OpenClash[]> {
    try {
      return JSON.parse(await readFile(file, 'utf8')) as readonly OpenClash[]; // written by nobody but us
    } catch (error) {
      // The texts are in the repository whatever happens to this file.
      if (isSystemError(error, 'ENOENT') || error instanceof SyntaxError) return [];
      throw error;
    }
  }

  async function store(clashes: readonly OpenClash[]): Promise<void> {
    await ensureFolderDurably(path.dirname(file));
    await writeFileDurably(file, Buffer.from(`${JSON.stringify(clashes, null, 1)}\n`));
  }

  return {
    /** The oldest first. A pending version that was applied or dropped is an answer. */
    async list(): Promise<readonly OpenClash[]> {
      const [clashes, waiting] = [await stored(), await pending.list()];
      return clashes.filter(
        ({ isPending, postId }) => !isPending || (postId !== null && waiting.has(postId)),
      );
    },
    async add(clashes: readonly OpenClash[]): Promise<void> {
      if (clashes.length === 0) return;
      const ids = new Set(clashes.map(({ id }) => id));
      await store([...(await stored()).filter(({ id }) => !ids.has(id)), ...clashes]);
    },
    async remove(id: string): Promise<void> {
      await store((await stored()).filter((clash) => clash.id !== id));
    },
  };
}

export type OpenClashes = ReturnType<typeof createOpenClashes>;
