import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { appendDurably, ensureFolderDurably, replaceFile } from '#content/git/durable-fs.ts';
import { sweepFolder } from '#content/git/leftovers.ts';
import { createStateFile } from '#content/git/state-file.ts';
import { ifThere } from '#content/git/system-error.ts';
import type { ImportedItem, SourceFile } from '#content/import/imported.ts';
import { NO_REPORT, type PlannedText, planSchema, reportSchema } from '../../contract/import-operations.ts';
import { ContentError } from '../../model/errors.ts';

/** What is kept of an import beside the files that were sent. */
const storedSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  /** Files of this machine that are read where they are; null where they are sent. */
  paths: z.array(z.string()).nullable(),
  files: z.array(z.object({ name: z.string(), bytes: z.number() })),
  state: z.enum(['uploading', 'planned', 'refused', 'stopped', 'done', 'published', 'undone']),
  reason: z.string().nullable(),
  /** What its author answered. */
  options: z.object({
    fetchesPictures: z.boolean(),
    takesChanged: z.boolean(),
    removesStarter: z.boolean(),
    home: z.string().optional(),
  }),
  /** Which one it is of those that its keys alone do not tell apart; null until it was begun. */
  source: z.number().nullable(),
  /** Null until all was read. */
  plan: planSchema.nullable(),
  report: reportSchema,
});
export type StoredImport = z.output<typeof storedSchema>;

/** A picture of the source that is in the repository, or is about to be: the address that the source has for it, and ours. */
export type TakenPicture = readonly [from: string, to: string];

const takenPictureSchema = z.tuple([z.string(), z.string()]).readonly();

const redirectSchema = z.tuple([z.string(), z.string()]).readonly();

/** What is remembered line by line, before what it tells of is done. */
interface Journal<Line> {
  readonly note: (lines: readonly Line[]) => Promise<void>;
  readonly noted: () => Promise<readonly Line[]>;
}

/** The imports of a folder. */
export function createImportFolders(folder: string, say: (sentence: string) => void) {
  const known = new Map<string, ImportFolder>();

  async function list(): Promise<readonly ImportFolder[]> {
    const names = await ifThere(readdir(folder), []);
    return names.filter((name) => z.uuid().safeParse(name).success).map(at);
  }

  function at(id: string): ImportFolder {
    const opened = known.get(id) ?? openImport(folder, id, say);
    known.set(id, opened);
    return opened;
  }

  return {
    async create(stored: StoredImport): Promise<ImportFolder> {
      const made = at(stored.id);
      await ensureFolderDurably(made.workFolder);
      await made.state.change(() => stored);
      return made;
    },
    /** Throws ContentError 'not-found'. */
    async open(id: string): Promise<ImportFolder> {
      const found = await ifThere(
        stat(path.join(folder, id)).then((entry) => entry.isDirectory()),
        false,
      );
      if (!found) throw notFound();
      return at(id);
    },
    list,
    /** Removes what programs that ended were writing. */
    async sweep(): Promise<void> {
      await sweepFolder(folder);
    },
    async remove(id: string): Promise<void> {
      known.delete(id);
      await rm(path.join(folder, id), { recursive: true, force: true });
    },
  };
}
export function notFound(): ContentError<'not-found'> {
  return new ContentError('not-found', { what: 'Cet import' });
}

/** What an import keeps on disk: what was sent, what was read from it, and how far it is. */
function openImport(folder: string, id: string, say: (sentence: string) => void) {
  const own = path.join(folder, id);
  const items = path.join(own, 'items.ndjson');
  const texts = path.join(own, 'texts.ndjson');
  const workFolder = path.join(own, 'taken-out');
  const filePath = (index: number) => path.join(own, 'files', String(index));
  const state = createStateFile<StoredImport>({
    file: path.join(own, 'state.json'),
    schema: storedSchema,
    none: lostImport(id),
    without: 'cet import est à recommencer',
    say,
  });

  return {
    id,
    state,
    /** For what is taken out of archives. */
    workFolder,
    /** Where a file's next bytes go. */
    filePath,
    /** How much of each file is here, in bytes. */
    async received(): Promise<readonly number[]> {
      const { files, paths } = await state.read();
      if (paths !== null) return files.map(({ bytes }) => bytes);
      return Promise.all(
        files.map((_, index) =>
          ifThere(
            stat(filePath(index)).then(({ size }) => size),
            0,
          ),
        ),
      );
    },
    /** What is read. */
    async sources(): Promise<readonly SourceFile[]> {
      const { files, paths } = await state.read();
      return files.map(({ name }, index) => ({ name, path: paths?.[index] ?? filePath(index) }));
    },
    /** Writes what was read, in place of what was read before. */
    writeItems: (read: AsyncIterable<ImportedItem>) => replaceLines(items, read),
    async *readItems() {
      for await (const line of linesOf(items)) yield JSON.parse(line) as ImportedItem; // Nobody else writes there.
    },
    /** Writes what was decided of each text, in place of what was decided before. */
    writeTexts: (decided: Iterable<PlannedText>) => replaceLines(texts, decided),
    async *readTexts() {
      for await (const line of linesOf(texts)) yield JSON.parse(line) as PlannedText;
    },
    /** Pictures that are about to be committed, so that none is fetched or decoded twice. */
    pictures: journal(path.join(own, 'pictures.ndjson'), takenPictureSchema),
    /** Lines of redirects.yml, of what is no article, that are about to be written. */
    redirects: journal(path.join(own, 'redirects.ndjson'), redirectSchema),
    /** Everything but the state: what was sent is needed no longer. */
    async forgetFiles() {
      await rm(path.join(own, 'files'), { recursive: true, force: true });
      await rm(workFolder, { recursive: true, force: true });
    },
  };
}

export type ImportFolder = ReturnType<typeof openImport>;

/** One value a line: all of them in place of those before, or none. */
async function replaceLines(file: string, values: AsyncIterable<unknown> | Iterable<unknown>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await replaceFile(file, asLines(values), { flush: true });
}

async function* asLines(values: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** One value a line. A line that a crash cut short says nothing. */
function journal<Line>(file: string, schema: z.ZodType<Line>): Journal<Line> {
  return {
    async note(lines) {
      if (lines.length === 0) return;
      await appendDurably(file, Buffer.from(lines.map((one) => `${JSON.stringify(one)}\n`).join('')));
    },
    async noted() {
      const text = await ifThere(readFile(file, 'utf8'), '');
      return text.split('\n').flatMap((line) => {
        try {
          return [schema.parse(JSON.parse(line))];
        } catch {
          return [];
        }
      });
    },
  };
}

/** One after the other, and no further ahead than a piece of the file: a line may be a text of megabytes. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let parts: string[] = [];
  for await (const piece of createReadStream(file, 'utf8')) {
    const [rest = '', ...others] = String(piece).split('\n');
    parts.push(rest);
    for (const next of others) {
      yield parts.join('');
      parts = [next];
    }
  }
}

/** An import of which nothing was read yet. */
export function newImport(begun: Pick<StoredImport, 'id' | 'createdAt' | 'paths' | 'files'>): StoredImport {
  return {
    ...begun,
    state: 'uploading',
    reason: null,
    options: { fetchesPictures: false, takesChanged: false, removesStarter: false },
    source: null,
    plan: null,
    report: NO_REPORT,
  };
}

/** What stands for an import whose state is damaged: its files are there, and it is to be read again. */
function lostImport(id: string): StoredImport {
  return {
    ...newImport({ id, createdAt: new Date(0).toISOString(), paths: null, files: [] }),
    state: 'refused',
    reason: 'Ce qui était su de cet import est abîmé\u00a0: recommencez-le. Rien de vos articles n’a changé.',
  };
}
