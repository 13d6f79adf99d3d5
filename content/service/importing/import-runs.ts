import { createBreathing } from '#content/git/concurrency.ts';
import type { ImportedItem } from '#content/import/imported.ts';
import { readExport } from '#content/import/read-export.ts';
import { siteHost } from '#content/import/site-host.ts';
import { sentenceOf } from '../../contract/french.ts';
import type {
  ImportPlan,
  ImportProgress,
  ImportState,
  PlannedText,
} from '../../contract/import-operations.ts';
import { ContentError } from '../../model/errors.ts';
import { isPostPath, isReserved, postAddress, slugOfPath } from '../../model/paths.ts';
import { GONE } from '../../model/redirects.ts';
import type { ContentContext } from '../content-context.ts';
import type { Addresses } from '../posts/find-post.ts';
import type { CallContext } from '../workspace.ts';
import { readExportInThread } from './export-thread.ts';
import type { ImportFolder, StoredImport } from './import-folder.ts';
import { type ImportsOptions, type ImportWork, type Job, TURN_MS, type Work } from './import-job.ts';
import { importTexts } from './import-texts.ts';
import { type DecidedText, decideTexts, type Existing, type Present, plannedText, planOf } from './plan.ts';
import { postIdOf, readProvenance } from './provenance.ts';
import { publishTexts, starterBlobs, textsToPublish } from './publish-import.ts';
import { retryPictures } from './retry-pictures.ts';
import { createSourceIndex, type SourceIndex } from './source-index.ts';
import { takeBack } from './undo-import.ts';
import { seenPosts, titleOf } from './write-texts.ts';

/** How many folders with names in common are told apart where some of them are gone from here. */
const MOST_SOURCES = 100;

/** What an import was read as. */
type Known = Pick<ImportWork, 'index' | 'decided'>;

const WORDS: Readonly<Record<Work, Pick<ImportProgress, 'label' | 'unit'>>> = {
  reading: { label: 'Lecture de l’export', unit: 'octets' },
  running: { label: 'Import des textes', unit: 'articles' },
  publishing: { label: 'Publication', unit: 'articles' },
  undoing: { label: 'Annulation de l’import', unit: 'articles' },
};
const BUSY = 'Un import est déjà en cours\u00a0: attendez qu’il soit fini, ou arrêtez-le.';
const STOPPED = 'L’import a été arrêté\u00a0: rien n’est perdu, vous pouvez le reprendre.';
const RETRY_STOPPED =
  'Le nouvel essai des images a été arrêté\u00a0: celles qui manquent encore sont listées.';
const CRASHED = 'Une erreur est survenue\u00a0: elle a été notée. Rien n’est perdu, vous pouvez reprendre.';

/** What imports do in the background, one at a time; what a crash leaves is gone on with by asking again. */
export function createImportRuns(context: ContentContext & ImportsOptions) {
  const { onError, onRest = () => undefined } = context;
  let job: Job | null = null;

  async function planned(index: SourceIndex, decided: readonly DecidedText[]): Promise<ImportPlan> {
    const starter = await starterBlobs(context.starterFolder);
    const { posts } = await context.workspace.current();
    const left = posts.filter(({ revision }) => starter.has(revision)).length;
    return planOf(index, decided, left);
  }

  /** What is known, with places that are still free: somebody may have written in one since the plan was made. */
  async function placed(folder: ImportFolder): Promise<Known> {
    const { index, decided } = await known(folder);
    // What was begun goes on as it was, whatever became of others since.
    const { source: begun } = await folder.state.read();
    const existing = await existingFor(context, index, begun);
    await folder.state.change((now) => ({ ...now, source: existing.source }));
    const again = decideTexts(index, existing);
    if (again.every(({ id, slug }, at) => id === decided[at]?.id && slug === decided[at].slug))
      return { index, decided };
    const moved = again.map((one, at) => ({ ...one, fate: decided[at]?.fate ?? one.fate }));
    await keepDecided(folder, { index, decided: moved });
    return { index, decided: moved };
  }

  async function keepDecided(
    folder: ImportFolder,
    { index, decided }: Known,
    stands: Partial<Pick<StoredImport, 'state' | 'reason'>> = {},
  ): Promise<void> {
    await folder.writeTexts(plannedTexts(decided));
    const plan = await planned(index, decided);
    await folder.state.change((now) => ({ ...now, ...stands, plan }));
  }

  /** `ended` says what becomes of the import when the work is stopped, or fails. */
  function begin(
    folder: ImportFolder,
    state: Work,
    {
      words = WORDS[state],
      total,
      work,
      ended,
    }: {
      readonly words?: (typeof WORDS)[Work];
      readonly total: number | null;
      readonly work: (job: Job) => Promise<void>;
      readonly ended: (now: StoredImport, reason: string) => StoredImport;
    },
  ): void {
    if (job !== null) throw new ContentError('done', { reason: BUSY });
    const stopping = new AbortController();
    const progress = { ...words, done: 0, total, pictures: 0 };
    const started: Job = { id: folder.id, state, progress, stopping, done: Promise.resolve().then(run) };
    job = started;

    async function run(): Promise<void> {
      const began = performance.now();
      try {
        await work(started);
        if (stopping.signal.aborted) await folder.state.change((now) => ended(now, STOPPED));
      } catch (error) {
        const isStopped = stopping.signal.aborted;
        const reason = isStopped ? STOPPED : reasonOf(error);
        if (reason === null) onError(error);
        await folder.state.change((now) => ended(now, reason ?? CRASHED)).catch(onError);
      } finally {
        job = null;
        onRest(performance.now() - began);
      }
    }
  }

  function read(folder: ImportFolder): void {
    begin(folder, 'reading', {
      total: null,
      work: (at) => reading(folder, at),
      ended: (now, reason) => (reason === STOPPED ? now : { ...now, state: 'refused', reason }),
    });
  }

  async function reading(folder: ImportFolder, at: Job): Promise<void> {
    const { files } = await folder.state.read();
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const gathered = createSourceIndex();
    let read = 0;
    const how = {
      signal: at.stopping.signal,
      workFolder: folder.workFolder,
      onBytes: (bytes: number) => {
        read += bytes;
        // What is unpacked may be longer than what was sent.
        const done = Math.round(total === 0 ? read : Math.min(read, total));
        at.progress = { ...at.progress, done, total: total === 0 ? null : total };
      },
    };
    const sources = await folder.sources();
    const { exportWorker } = context;
    const items =
      exportWorker === null ? readExport(sources, how) : readExportInThread(exportWorker, sources, how);
    await folder.writeItems(gathering(items, gathered));
    const index = gathered.index();
    if (index.texts.length === 0)
      throw new ContentError('invalid', {
        path: '',
        reason: 'Cet export ne contient aucun article ni aucune page.',
      });
    const decided = decideTexts(index, await existingFor(context, index));
    await keepDecided(folder, { index, decided }, { state: 'planned', reason: null });
  }

  async function run(folder: ImportFolder, caller: CallContext): Promise<void> {
    begin(folder, 'running', {
      total: await textsOf(folder),
      work: async (at) => importTexts(context, folder, { ...(await placed(folder)), at, caller }),
      ended: (now, reason) => ({ ...now, state: 'stopped', reason }),
    });
  }

  async function retry(folder: ImportFolder, caller: CallContext): Promise<void> {
    const { report } = await folder.state.read();
    const lacking = new Set(report.failedPictures.flatMap(({ texts }) => texts.map(({ id }) => id)));
    begin(folder, 'running', {
      words: { label: 'Nouvel essai des images', unit: 'articles' },
      total: lacking.size,
      work: async (at) => retryPictures(context, folder, { ...(await known(folder)), at, caller }),
      ended: (now, reason) => ({ ...now, reason: reason === STOPPED ? RETRY_STOPPED : reason }),
    });
  }

  function publish(folder: ImportFolder, caller: CallContext): void {
    begin(folder, 'publishing', {
      total: null,
      work: async (at) => {
        const texts = await textsToPublish(context, folder, await known(folder));
        await publishTexts(context, folder, { ...texts, at, caller });
      },
      ended: (now, reason) => ({ ...now, state: 'done', reason }),
    });
  }

  async function undo(folder: ImportFolder, caller: CallContext): Promise<void> {
    begin(folder, 'undoing', {
      total: await textsOf(folder),
      work: (at) => undoing(folder, at, caller),
      ended: (now, reason) => ({ ...now, reason }),
    });
  }

  async function undoing(folder: ImportFolder, at: Job, caller: CallContext): Promise<void> {
    const { decided } = await known(folder);
    const left = await takeBack(context, folder, { decided, at, caller });
    if (at.stopping.signal.aborted) return;
    await folder.state.change((now) => ({
      ...now,
      state: 'undone',
      reason: null,
      report: { ...now.report, leftByUndo: [...left] },
    }));
  }

  return {
    read,
    run,
    retry,
    publish,
    undo,
    active: (): (Pick<Job, 'id' | 'progress'> & { readonly state: ImportState['state'] }) | null => job,
    /** Stops what is done for an import, once it is between two articles. */
    async stop(id: string): Promise<void> {
      if (job?.id !== id) return;
      job.stopping.abort();
      await job.done;
    },
    async idle(): Promise<void> {
      await job?.done;
    },
    async close(): Promise<void> {
      job?.stopping.abort();
      await job?.done;
    },
  };
}
export type ImportRuns = ReturnType<typeof createImportRuns>;

/** The items, each gathered as it passes. */
async function* gathering(
  items: AsyncIterable<ImportedItem>,
  gathered: ReturnType<typeof createSourceIndex>,
): AsyncGenerator<ImportedItem> {
  const breathe = createBreathing(TURN_MS);
  for await (const item of items) {
    await breathe();
    gathered.add(item);
    yield item;
  }
}

/** As it was read before. Read anew for each work: between two of them nothing of an export is in memory. */
async function known(folder: ImportFolder): Promise<Known> {
  const gathered = createSourceIndex();
  const breathe = createBreathing(TURN_MS);
  for await (const item of folder.readItems()) {
    await breathe();
    gathered.add(item);
  }
  const index = gathered.index();
  const said = new Map<string, Pick<DecidedText, 'id' | 'slug' | 'fate'>>();
  for await (const { sourceId, postId: id, address, fate } of folder.readTexts())
    said.set(sourceId, { id, slug: address.slice(address.lastIndexOf('/') + 1), fate });
  const decided: DecidedText[] = [];
  for (const text of index.texts) {
    await breathe();
    const { id = postIdOf(text.key), slug = text.slug, fate = 'new' } = said.get(text.id) ?? {};
    decided.push({ text, id, slug, fate });
  }
  return { index, decided };
}

async function textsOf(folder: ImportFolder): Promise<number> {
  const { plan } = await folder.state.read();
  return plan === null ? 0 : plan.articles + plan.pages;
}

/** One after the other: ten thousand of them are not to be in memory at once. */
function* plannedTexts(decided: readonly DecidedText[]): Generator<PlannedText> {
  for (const one of decided) yield plannedText(one);
}

/** What is here of the texts of an export, and which addresses are taken. `begun` is the source that its import was begun as, if it was. */
async function existingFor(
  context: ContentContext,
  index: SourceIndex,
  begun: number | null = null,
): Promise<Existing & { readonly source: number }> {
  const seen = await seenPosts(context.workspace);
  const isNamed = siteHost(index.site.origin ?? '') !== null;
  const known = begun ?? (isNamed ? 1 : null);
  const { source, posts } =
    known === null ? await sourceOf(seen, index) : await presentOf(seen, index, known);
  return { source, posts, isTaken: takenIn(seen.view.wanted) };
}

type Seen = Awaited<ReturnType<typeof seenPosts>>;

/**
 * Which one an export is of folders that do not say where their site was: those may have names of files in common. It is the one with the most of
 * its texts; else one of which all that is here by its names was edited, which says nothing; else a new one.
 */
async function sourceOf(seen: Seen, index: SourceIndex) {
  const keys = new Set(index.texts.map(({ key }) => key));
  const here = [...seen.view.snapshot.posts, ...seen.view.versions.values()].filter(({ importedFrom }) =>
    keys.has(readProvenance(importedFrom)?.key ?? ''),
  );
  /** What was found of no source yet. */
  const left = new Set(here.map(({ id }) => id));
  const forget = ({ posts }: PresentTexts) => [...posts.keys()].forEach((id) => left.delete(id));
  let best = await presentOf(seen, index, 1);
  forget(best);
  // What was undone may have been before others; and what somebody copied is of none.
  for (let source = 2; !mayBe(best) || (left.size > 0 && source <= MOST_SOURCES); source += 1) {
    const one = await presentOf(seen, index, source);
    forget(one);
    const isNearer =
      one.own > best.own || (one.own === best.own && one.posts.size > 0 && best.posts.size === 0);
    if (mayBe(one) && (isNearer || !mayBe(best))) best = one;
  }
  return best;
}

type PresentTexts = Awaited<ReturnType<typeof presentOf>>;

function mayBe({ own, others }: PresentTexts): boolean {
  return own >= others;
}

/** What is here by the names of an export: `own` are its texts for sure, by title or as the source has them, and `others` as sure another's. */
async function presentOf({ version, isAsWritten }: Seen, index: SourceIndex, source: number) {
  const posts = new Map<string, Present>();
  const breathe = createBreathing(TURN_MS);
  let [own, others] = [0, 0];
  for (const { key, digest, title } of index.texts) {
    await breathe();
    const there = await version(postIdOf(key, source));
    if (there === null) continue;
    const isSame = readProvenance(there.post.importedFrom)?.source === digest;
    const isEdited = !isAsWritten(there);
    if (isSame || there.post.title === titleOf(title)) own += 1;
    else if (!isEdited) others += 1;
    posts.set(there.post.id, {
      slug: there.post.slug,
      fate: isEdited ? 'edited' : isSame ? 'there' : 'changed',
    });
  }
  return { source, posts, own, others };
}

function takenIn({ holders, problems, redirects }: Addresses): Existing['isTaken'] {
  const unread = problems.filter(({ path }) => isPostPath(path));
  const slugs = new Set(unread.map(({ path }) => slugOfPath(path).toLowerCase()));
  // Where an article is gone another may come.
  const leadsElsewhere = (address: string) => (redirects.get(address) ?? GONE) !== GONE;
  return (type, slug) =>
    holders(slug).length > 0 ||
    slugs.has(slug) ||
    (type === 'page' && isReserved(slug)) ||
    leadsElsewhere(postAddress({ slug, isPage: type === 'page' || undefined }));
}

/** What a person is told of an error that ended an import; null for a bug. */
function reasonOf(error: unknown): string | null {
  return error instanceof ContentError ? sentenceOf(error.code, error.data) : null;
}
