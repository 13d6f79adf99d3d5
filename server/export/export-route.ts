import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { RequestHandler } from 'express';
import yazl from 'yazl';
import { escapeFault } from '#content/git/entry-names.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { blobOf, createEntryLookup, treeDifferences, treeOf } from '#content/git/tree-differences.ts';
import { hasCode } from '#content/model/errors.ts';
import { parisClock } from '#content/model/paris-time.ts';
import { isContentFolder, isImagePath, SETTINGS_FILES } from '#content/model/paths.ts';
import { findMergeBase } from '#content/service/syncing/merge-trees.ts';
import type { Workspace } from '#content/service/workspace.ts';

type ExportSource = Pick<Workspace, 'objects' | 'current' | 'clock'> & {
  readonly pending: Pick<Workspace['pending'], 'tip'>;
};

/**
 * GET /api/admin/export (« Tout exporter »): one zip of every post, image and settings file of the repository as it is
 * now, and of what waits beside it. Whoever mounts it has checked the session. A reader who goes away ends it.
 */
export function exportRoute(workspace: ExportSource): RequestHandler {
  return async (request, response) => {
    const { commit } = await workspace.current();
    const waiting = await workspace.pending.tip();
    const now = workspace.clock();
    response.set({
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="encrier-${parisClock(now).slice(0, 10)}.zip"`,
      'Cache-Control': 'no-store',
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const zip = zipContent({ objects: workspace.objects, commit, waiting, date: new Date(now) });
    try {
      await pipeline(zip, response);
    } catch (error) {
      if (!isSystemError(error, 'ERR_STREAM_PREMATURE_CLOSE')) throw error; // Else the reader went away.
    }
  };
}

interface ZipOptions {
  readonly objects: ObjectStore;
  readonly commit: string;
  /** The commit of the work branch; null where there is none. */
  readonly waiting: string | null;
  /** When the zip says its files are from. */
  readonly date: Date;
}

/** Files beside posts/ and images/ that make a content repository (docs/design.md, The content repository). */
const SETTINGS: ReadonlySet<string> = new Set([...SETTINGS_FILES, '.gitattributes']);

/** Where a zip has the files of the work branch that wait. */
const WAITING_FOLDER = 'en-attente';

/** What a zip says of files whose bytes the repository has lost. */
const LOST_FILE = 'FICHIERS-ILLISIBLES.txt';
const LOST =
  'Le contenu de ces fichiers est abîmé ou absent dans le dépôt git\u00a0; ils manquent dans cette archive\u00a0:\n';

/**
 * The content of a commit as one zip, byte for byte. One file is in memory at a time, and the next is read once the reader
 * took it. A damaged file does not keep the others from being exported: it is named in a text of its own.
 */
function zipContent(options: ZipOptions): Readable {
  const zip = new yazl.ZipFile();
  const output = Readable.from(zip.outputStream, { objectMode: false });
  zip.on('error', (error) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  addAll(zip, output, options).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return output;
}

async function addAll(
  zip: yazl.ZipFile,
  output: Readable,
  { objects, date, ...commits }: ZipOptions,
): Promise<void> {
  const names = createNames();
  const lost: string[] = [];
  for await (const { path, is } of contentFiles(objects, commits)) {
    if (output.destroyed) return;
    const bytes = is === null ? null : await bytesOrNull(objects, is);
    if (bytes === null) lost.push(path);
    else await add(zip, output, { name: names(path), bytes, date, compress: !isImagePath(path) });
  }
  if (lost.length > 0)
    zip.addBuffer(Buffer.from(`${LOST}\n${lost.join('\n')}\n`), LOST_FILE, { mtime: date });
  zip.end();
}

/**
 * Every content file as it is, readable as a post or not, settings first, then those that wait. Links and submodules are left
 * out: nothing is ever followed.
 */
async function* contentFiles(
  objects: ObjectStore,
  { commit, waiting }: Pick<ZipOptions, 'commit' | 'waiting'>,
) {
  const all = { before: null, after: await treeOf(objects, commit) };
  yield* treeDifferences(objects, { ...all, isWanted: (path) => SETTINGS.has(path) });
  yield* treeDifferences(objects, { ...all, isWanted: isContentFolder });
  if (waiting !== null) yield* waitingFiles(objects, { commit, waiting });
}

/**
 * What the work branch changed since both were last one: it may lag behind what is published. What of it cannot be read keeps nothing
 * of what is published from being given.
 */
async function* waitingFiles(
  objects: ObjectStore,
  { commit, waiting }: { readonly commit: string; readonly waiting: string },
) {
  const isWanted = (path: string) => SETTINGS.has(path) || isContentFolder(path);
  try {
    const base = await findMergeBase(objects, { ours: commit, theirs: waiting });
    if (base === null) return; // Somebody else's branch.
    const published = createEntryLookup(objects, await treeOf(objects, commit));
    const compared = { before: await treeOf(objects, base), after: await treeOf(objects, waiting), isWanted };
    for await (const { path, is } of treeDifferences(objects, compared))
      if (is !== null && is !== blobOf(await published(path))?.id)
        yield { path: `${WAITING_FOLDER}/${path}`, is };
  } catch (error) {
    if (!hasCode(error, 'corrupt')) throw error;
    yield { path: WAITING_FOLDER, is: null };
  }
}

interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly date: Date;
  readonly compress: boolean;
}

/** Resolves once the reader took the file, or went away. */
async function add(
  zip: yazl.ZipFile,
  output: Readable,
  { name, bytes, date, compress }: Entry,
): Promise<void> {
  if (output.destroyed) return;
  const source = Readable.from([bytes], { objectMode: false });
  const stop = () => source.destroy();
  output.once('close', stop);
  zip.addReadStream(source, name, { mtime: date, mode: 0o100644, compress, size: bytes.length });
  await finished(source).catch(() => undefined); // Destroyed: nobody reads on.
  output.off('close', stop);
}

async function bytesOrNull(objects: ObjectStore, blobId: string): Promise<Uint8Array | null> {
  try {
    return (await objects.read(blobId)).bytes;
  } catch (error) {
    if (hasCode(error, 'corrupt') || hasCode(error, 'invalid')) return null;
    throw error;
  }
}

/** Names as a zip may hold them: git knows some that unzipping would put elsewhere, and two that would become one. */
function createNames(): (path: string) => string {
  const used = new Set<string>();
  return (path) => {
    const parts = path
      .split('/')
      .map((part) => (escapeFault(part) === null ? part.replace(/[\\:\p{Cc}\p{Cs}]/gu, '_') : '_'));
    let name = parts.join('/');
    while (used.has(name)) name += '_';
    used.add(name);
    return name;
  };
}
