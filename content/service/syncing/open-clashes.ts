import path from 'node:path';
import * as z from 'zod';
import { createStateFile } from '#content/git/state-file.ts';
import type { PendingVersions } from '../waiting/pending.ts';
import { clashSchema } from './clash.ts';

const openClashSchema = clashSchema.extend({
  /** Milliseconds since 1970. */
  since: z.number(),
  /** Whether their text is the post's pending version: settling that is the answer. */
  isPending: z.boolean(),
});
/** A question to the author, and where the other text waits. */
export type OpenClash = Readonly<z.output<typeof openClashSchema>>;

interface Options {
  readonly gitDir: string;
  readonly pending: Pick<PendingVersions, 'list'>;
  /** Told in a French sentence that the questions could not be read. */
  readonly say: (sentence: string) => void;
}

/** The questions that wait for the author, in a file beside the repository's locks; on disk when a change returns. */
export function createOpenClashes({ gitDir, pending, say }: Options) {
  const kept = createStateFile<readonly OpenClash[]>({
    file: path.join(gitDir, 'encrier', 'clashes.json'),
    schema: z.array(openClashSchema),
    none: [],
    without: 'les questions qui attendaient ne sont plus posées, mais leurs textes sont dans le dépôt',
    say,
  });

  return {
    /** The oldest first. A pending version that was applied or dropped is an answer. */
    async list(): Promise<readonly OpenClash[]> {
      const [clashes, waiting] = [await kept.read(), await pending.list()];
      return clashes.filter(
        ({ isPending, postId }) => !isPending || (postId !== null && waiting.has(postId)),
      );
    },
    async add(clashes: readonly OpenClash[]): Promise<void> {
      if (clashes.length === 0) return;
      const ids = new Set(clashes.map(({ id }) => id));
      await kept.change((open) => [...open.filter(({ id }) => !ids.has(id)), ...clashes]);
    },
    async remove(id: string): Promise<void> {
      await kept.change((open) => open.filter((clash) => clash.id !== id));
    },
  };
}

export type OpenClashes = ReturnType<typeof createOpenClashes>;
