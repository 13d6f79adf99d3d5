import { createBreathing } from '#content/git/concurrency.ts';
import type { ImportedText } from '#content/import/imported.ts';
import { sentenceOf } from '../../contract/french.ts';
import { ContentError } from '../../model/errors.ts';
import type { ContentContext } from '../content-context.ts';
import type { ReadVersion } from '../posts/post-version.ts';
import type { ImportFolder, StoredImport } from './import-folder.ts';
import { type ImportsOptions, type ImportWork, TURN_MS } from './import-job.ts';
import { createPictures, FILE_IS_GONE, presentPictures, type Taken } from './pictures.ts';
import { type DecidedText, isPicture } from './plan.ts';
import { readProvenance } from './provenance.ts';
import { PER_COMMIT, removeStarter, waitingTexts } from './publish-import.ts';
import {
  commitTexts,
  importedVersion,
  type NewFile,
  seenPosts,
  shownInstead,
  targets,
} from './write-texts.ts';

/** Bytes of texts of one commit: they are in memory until it is made, and so is what git keeps of them. */
const MAX_COMMIT_BYTES = 12 * 1024 * 1024;

/** Whether what waits is to be written before more is read. */
function isCommitFull(texts: readonly NewFile[]): boolean {
  const bytes = texts.reduce((sum, { version }) => sum + version.bytes.length, 0);
  return texts.length >= PER_COMMIT || bytes > MAX_COMMIT_BYTES;
}

/** Has texts committed as they are made, some at a time, and the rest in the end; null stands for one that stays as it is. */
export async function inCommits<File extends NewFile>(
  made: AsyncIterable<File | null>,
  at: ImportWork['at'],
  commit: (files: readonly File[]) => Promise<void>,
): Promise<void> {
  let batch: File[] = [];
  for await (const file of made) {
    if (file !== null) batch.push(file);
    at.progress = { ...at.progress, done: at.progress.done + 1 };
    if (!isCommitFull(batch)) continue;
    await commit(batch);
    batch = [];
  }
  await commit(batch);
}

/** What texts of an import are written with, from how far it is now. */
export async function openWriting(
  context: ContentContext & Pick<ImportsOptions, 'fetch'>,
  folder: ImportFolder,
  { index: read, decided, at, caller }: ImportWork,
) {
  const { options, report } = await folder.state.read();
  const index = { ...read, home: read.home ?? options.home ?? null };
  const { view, version, isAsWritten } = await seenPosts(context.workspace);
  /** Addresses of ours by the places of pictures in the source. */
  const noted = new Map(await folder.pictures.noted());
  const taken = presentPictures(noted, view.snapshot);
  const pictures = createPictures({
    index,
    images: context.slowly ?? context.images,
    objects: context.workspace.objects,
    taken,
    present: view.snapshot.images,
    fetches: options.fetchesPictures,
    signal: at.stopping.signal,
    clock: context.workspace.clock,
    fetch: context.fetch,
    onLooked: () => {
      at.progress = { ...at.progress, pictures: at.progress.pictures + 1 };
    },
  });

  const targetOf = targets(index, decided);

  /** The article that a text becomes, with what became of its pictures. */
  const versionOf = (
    { item, one }: Decided,
    found: ReadonlyMap<string, Taken>,
    replaces: ReadVersion | null,
  ): ReadVersion =>
    importedVersion(item, {
      index,
      decided: one,
      targetOf,
      pictureOf: (address) => found.get(address),
      replaces,
      now: context.workspace.clock(),
    });

  /** Makes a commit of texts with the pictures that were taken for them. Answers the ids of those that are there, and how many pictures came. */
  async function commit(files: readonly NewFile[]) {
    const { changes, noted: fresh } = await pictures.fresh();
    // Before they are there: those that are not, in the end, are taken again.
    await folder.pictures.note(fresh);
    if (files.length === 0 && changes.length === 0) return { there: new Set<string>(), came: 0 };
    const { author } = caller;
    const there = await commitTexts(context.workspace, {
      files,
      pictures: changes,
      author,
      importId: folder.id,
    });
    return { there, came: changes.length };
  }

  return {
    options,
    failures: createFailures(report.failedPictures),
    version,
    isAsWritten,
    noted,
    taken,
    pictures,
    versionOf,
    commit,
  };
}

type FailedPictures = StoredImport['report']['failedPictures'];

/** The pictures that could not be taken, and the texts that lack each. */
function createFailures(before: FailedPictures) {
  const failures = new Map(
    before.map(({ address, reason, texts }) => [
      address,
      { reason, titles: new Map(texts.map(({ id, title }) => [id, title])) },
    ]),
  );
  return {
    /** Those that a text lacks. */
    of: (id: string): ReadonlySet<string> =>
      new Set([...failures].flatMap(([address, { titles }]) => (titles.has(id) ? [address] : []))),
    /** What was said before says more than that nothing can be tried any more. */
    note(address: string, reason: string, { id, text: { title } }: DecidedText): void {
      const known = failures.get(address) ?? { reason, titles: new Map<string, string>() };
      if (reason !== FILE_IS_GONE) known.reason = reason;
      known.titles.set(id, title);
      failures.set(address, known);
    },
    /** A text shows these now. */
    shown(addresses: Iterable<string>, id: string): void {
      for (const address of addresses) {
        const titles = failures.get(address)?.titles;
        titles?.delete(id);
        if (titles?.size === 0) failures.delete(address);
      }
    },
    list: (): FailedPictures =>
      [...failures].map(([address, { reason, titles }]) => ({
        address,
        reason,
        texts: [...titles].map(([id, title]) => ({ id, title })),
      })),
  };
}

interface Decided {
  readonly item: ImportedText;
  readonly one: DecidedText;
}

/** Texts of the source with what was decided of each; none after a stop. */
export async function* decidedTexts(
  folder: ImportFolder,
  { decided, at }: ImportWork,
): AsyncGenerator<Decided> {
  const byId = new Map(decided.map((one) => [one.text.id, one]));
  const breathe = createBreathing(TURN_MS);
  for await (const item of folder.readItems()) {
    await breathe();
    if (at.stopping.signal.aborted) return;
    const one = item.kind === 'text' ? byId.get(item.id) : undefined;
    if (item.kind === 'text' && one !== undefined) yield { item, one };
  }
}

/**
 * Writes the texts of an import with their pictures onto the work branch, by a hundred at most. What is there already is left as it is; what is
 * stopped goes on when it is asked for again.
 */
export async function importTexts(
  context: ContentContext & Pick<ImportsOptions, 'fetch'>,
  folder: ImportFolder,
  work: ImportWork,
): Promise<void> {
  const { workspace } = context;
  const { at, caller } = work;
  await folder.state.change((now) => ({ ...now, state: 'stopped', reason: null }));
  const { options, failures, version, isAsWritten, taken, pictures, versionOf, commit } = await openWriting(
    context,
    folder,
    work,
  );
  const counts = { written: 0, updated: 0, kept: 0, pictures: new Set(taken.values()).size, left: 0 };
  /** Why texts are not written, which no file can hold. */
  const refused: StoredImport['report']['refused'] = [];

  async function write(files: readonly NewFile[]): Promise<void> {
    const { there, came } = await commit(files);
    if (files.length === 0 && came === 0) return;
    for (const {
      version: { post },
      replaces,
    } of files) {
      if (!there.has(post.id)) counts.left += 1;
      else if (replaces === null) counts.written += 1;
      else counts.updated += 1;
    }
    counts.pictures += came;
    await folder.state.change((now) => ({ ...now, report: reported(now.report) }));
  }

  function reported(before: StoredImport['report']): StoredImport['report'] {
    const { left: _, ...told } = counts;
    return { ...before, ...told, failedPictures: failures.list(), refused: [...refused] };
  }

  /** The file that a text is to be; null where it stays as it is, which is counted. */
  async function fileFor(
    one: DecidedText,
    text: ImportedText,
    make: (replaces: ReadVersion | null) => Promise<NewFile['version']>,
  ): Promise<NewFile | null> {
    const there = await version(one.id);
    if (there === null) return { version: await make(null), replaces: null };
    const from = readProvenance(there.post.importedFrom);
    if (from?.source === one.text.digest)
      for (const [address, ours] of shownInstead(text, there)) pictures.remember(address, ours);
    if (from?.source === one.text.digest && (one.fate === 'new' || one.fate === 'changed')) {
      counts[one.fate === 'new' ? 'written' : 'updated'] += 1; // Before this was stopped.
      return null;
    }
    const isReplaced = options.takesChanged && isAsWritten(there);
    if (!isReplaced || from?.source === one.text.digest) {
      counts.kept += 1;
      return null;
    }
    return { version: await make(there), replaces: { path: there.path, id: there.post.revision } };
  }

  /** The text that comes after each. */
  const following = new Map(work.decided.map((one, at) => [one, work.decided[at + 1]]));

  async function picturesOf(one: DecidedText): Promise<ReadonlyMap<string, Taken>> {
    const found = new Map<string, Taken>();
    const [places, after] = [picturePlaces(one), following.get(one)];
    const [first] = after === undefined ? [] : picturePlaces(after);
    for (const [at, address] of places.entries()) {
      const picture = await pictures.take(address, places[at + 1] ?? first);
      found.set(address, picture);
      if (picture.kind === 'failed') failures.note(address, picture.reason, one);
    }
    return found;
  }

  async function* files(): AsyncGenerator<NewFile | null, void> {
    for await (const decided of decidedTexts(folder, work)) {
      const { item, one } = decided;
      yield await fileFor(one, item, async (replaces) =>
        versionOf(decided, await picturesOf(one), replaces),
      ).catch((error: unknown) => {
        if (!(error instanceof ContentError) || error.code !== 'invalid') throw error;
        refused.push({ title: one.text.title, reason: sentenceOf(error.code, error.data) });
        return null;
      });
    }
  }

  // Pictures are cleaned by another process, which need not wait for a commit.
  await inCommits(madeAhead(files(), MADE_AHEAD), at, write);
  if (at.stopping.signal.aborted) return;
  if (options.removesStarter) await removeStarter(context, context.starterFolder, caller);
  const { waiting } = await waitingTexts(context, work.decided);
  await folder.state.change((now) => ({
    ...now,
    state: counts.left === 0 ? 'done' : 'stopped',
    reason: counts.left === 0 ? null : placesTaken(counts.left),
    report: {
      ...reported(now.report),
      toPublish: waiting.length,
      endedAt: new Date(workspace.clock()).toISOString(),
    },
  }));
  if (counts.left === 0) await folder.forgetFiles();
}

/** How many texts are ready, with their pictures, while those before them are committed. */
const MADE_AHEAD = 8;

/** The same values, `count` of which are made before they are asked for. Nothing is made any more once this has ended. */
async function* madeAhead<Value>(values: AsyncGenerator<Value, void>, count: number): AsyncGenerator<Value> {
  const next = () => {
    const made = values.next();
    made.catch(() => undefined); // Thrown when its turn comes.
    return made;
  };
  const ahead = Array.from({ length: count }, next);
  try {
    for (let made = await ahead.shift(); made?.done === false; made = await ahead.shift()) {
      ahead.push(next());
      yield made.value;
    }
  } finally {
    await values.return();
  }
}

/** The pictures that a text shows, and those that it leads to. */
export function picturePlaces({ text }: DecidedText): readonly string[] {
  return [...text.pictures, ...text.links.filter((place) => isPicture({ addresses: [place], path: null }))];
}

function placesTaken(count: number): string {
  return `${count === 1 ? 'Un texte n’a pas été écrit, car sa place a été prise' : `${count} textes n’ont pas été écrits, car leur place a été prise`} entre-temps\u00a0: reprenez l’import.`;
}
