import path from 'node:path';
import * as z from 'zod';
import { createStateFile } from '#content/git/state-file.ts';

/** What the site said last of a post: the revision it serves, and the address that was asked about; '' for another one. */
const answeredSchema = z.object({ path: z.string(), revision: z.string().nullable() });
export type Answered = z.output<typeof answeredSchema>;

const fileSchema = z.object({ site: z.string(), answers: z.array(z.tuple([z.string(), answeredSchema])) });

/** The answers kept, by post; the last ones given. */
const MOST_KEPT = 5000;

/** Keeps what the site said from one start to the next, so that it can be told without a network. */
export interface ServedMemory {
  /** What this very site said; nothing when the file is missing, damaged, or another site's. */
  load(): Promise<ReadonlyMap<string, Answered>>;
  store(answers: ReadonlyMap<string, Answered>): Promise<void>;
}

interface ServedMemoryOptions {
  readonly gitDir: string;
  /** Null for a clone that no site is known of. */
  readonly site: string | null;
  /** Told in a French sentence that the answers could not be read. */
  readonly say: (sentence: string) => void;
}

/** In the repository's own folder. */
export function createServedMemory({ gitDir, site, say }: ServedMemoryOptions): ServedMemory {
  const kept = createStateFile<z.output<typeof fileSchema>>({
    file: path.join(gitDir, 'encrier', 'served.json'),
    schema: fileSchema,
    none: { site: '', answers: [] },
    without: 'le site est interrogé de nouveau',
    say,
  });
  return {
    async load() {
      if (site === null) return new Map();
      const known = await kept.read();
      return new Map(known.site === site ? known.answers : []);
    },
    async store(answers) {
      if (site !== null) await kept.change(() => ({ site, answers: [...answers].slice(-MOST_KEPT) }));
    },
  };
}
