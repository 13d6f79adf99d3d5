import { readFile, stat } from 'node:fs/promises';
import { objectId } from '#content/git/objects/object-id.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { ifThere } from '#content/git/system-error.ts';
import type { ImportedFile } from '#content/import/imported.ts';
import { sentenceOf } from '../../contract/french.ts';
import type { TreeChange } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import { MAX_IMAGE_BYTES } from '../../model/image.ts';
import { parisYear } from '../../model/paris-time.ts';
import { decoded, imageAddress, imagePathOfAddress } from '../../model/paths.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { freeImagePath } from '../images/image-changes.ts';
import type { CleanedImage, ImagePipeline } from '../images/image-pipeline.ts';
import { PictureProcessError } from '../images/picture-process.ts';
import { type Fetched, fetchPicture } from './fetch-picture.ts';
import type { TakenPicture } from './import-folder.ts';
import { isPicture } from './plan.ts';
import { pictureAt, type SourceIndex } from './source-index.ts';

/** What became of a picture of the source. */
export type Taken =
  | { readonly kind: 'taken'; readonly address: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** It may not be fetched, or is no picture: its address stays. */
  | { readonly kind: 'left' };

/** Of the pictures that were noted those that are there: the end of a program may have come between, and somebody deletes some. */
export function presentPictures(
  noted: ReadonlyMap<string, string>,
  { images }: Pick<Snapshot, 'images'>,
): ReadonlyMap<string, string> {
  return new Map([...noted].filter(([, address]) => images.has(imagePathOfAddress(address) ?? '')));
}

/** A host that was silent for so many pictures in a row is left alone: each of them takes minutes. */
const MOST_SILENT = 5;
/** Of the sizes of one picture: what a site lacks it is not asked for twenty times. */
const SIZES_TRIED = 3;
export const FILE_IS_GONE = 'le fichier n’est plus là';
const NOT_DECODED = 'l’image n’a pas pu être décodée';
const NO_HOME = 'l’export ne dit pas où était l’ancien site';
const NOT_ASKED = 'le site ne répond plus\u00a0: cette image n’a pas été demandée';

interface PicturesOptions {
  readonly index: SourceIndex;
  readonly images: Pick<ImagePipeline, 'clean'>;
  readonly objects: Pick<ObjectStore, 'write'>;
  /** Those of before, by their place on the old site. */
  readonly taken: ReadonlyMap<string, string>;
  /** Blob ids of the images that are there, by path. */
  readonly present: ReadonlyMap<string, string>;
  /** Whether those that the export lacks are asked of the old site, and of others that texts show pictures of. */
  readonly fetches: boolean;
  readonly signal: AbortSignal;
  readonly clock: () => number;
  /** Told of each picture that was looked for, found or not. */
  readonly onLooked: () => void;
  /** Fetches one; the web, unless a test says otherwise. */
  readonly fetch?: ((address: string, signal: AbortSignal) => Promise<Fetched>) | undefined;
}

/**
 * Takes the pictures of an export, one after another, cleaned as uploads are; the same content is one file. Each is stored in the repository
 * while the next one is cleaned: however many wait for a commit, none is in memory. One at a time is cleaned ahead.
 */
export function createPictures(options: PicturesOptions) {
  const { index, images, objects, fetches, signal, clock } = options;
  const { fetch = (address, stop) => fetchPicture(address, { signal: stop }) } = options;
  const done = new Map<string, Taken>(
    [...options.taken].map(([from, address]) => [from, { kind: 'taken', address }]),
  );
  /** The sizes of a picture are one picture. */
  const byFile = new Map<ImportedFile, Taken>();
  const byBlob = new Map([...options.present].map(([path, blob]) => [blob, path] as const));
  const names = new Set([...options.present.keys()].map((path) => path.toLowerCase()));
  /** By host, how many pictures in a row it did not answer for. */
  const silent = new Map<string, number>();
  let changes: TreeChange[] = [];
  let noted: TakenPicture[] = [];
  let storing: Promise<unknown> = Promise.resolve();
  /** By their files, the pictures that are cleaned ahead: the next one, and that before it. */
  const begun = new Map<string, Promise<CleanedImage | null>>();

  /** What a picture may be made of, the best first: what the export holds of it, then what its site has. */
  async function* sourcesOf(at: string, written: string): AsyncGenerator<Fetched, void> {
    const file = index.fileAt.get(at);
    if (file !== undefined && !isPicture(file)) return;
    // Once all is imported the export is gone; the old site may still have it.
    if (file?.path != null) yield readPicture(file.path);
    if (!fetches) return;
    const whole = file?.addresses.filter((one) => /^https?:/i.test(one)).slice(0, SIZES_TRIED) ?? [];
    const only = absolute(index, at.startsWith('//') && file === undefined ? written : at);
    for (const address of whole.length > 0 ? whole : [only])
      yield address === null ? { kind: 'failed', reason: NO_HOME } : fetched(address);
  }

  async function fetched(address: string): Promise<Fetched> {
    const host = URL.canParse(address) ? new URL(address).host : '';
    const before = silent.get(host) ?? 0;
    if (before >= MOST_SILENT) return { kind: 'failed', reason: NOT_ASKED };
    const answer = await fetch(address, signal);
    silent.set(host, answer.kind === 'failed' && answer.isSilent === true ? before + 1 : 0);
    return answer;
  }

  /** What is in no file of the export is fetched in its turn. */
  function begin(address: string): void {
    const at = pictureAt(index, address);
    const file = at === null || done.has(at) ? undefined : index.fileAt.get(at);
    if (file?.path == null || !isPicture(file) || byFile.has(file) || begun.has(file.path)) return;
    const [oldest] = begun.keys();
    if (oldest !== undefined && begun.size > 1) begun.delete(oldest);
    const cleaning = readPicture(file.path).then((read) =>
      read.kind === 'bytes' ? images.clean(read.bytes) : null,
    );
    cleaning.catch(() => undefined); // It is told in its turn.
    begun.set(file.path, cleaning);
  }

  async function clean(at: string, bytes: Uint8Array): Promise<CleanedImage> {
    const path = index.fileAt.get(at)?.path ?? '';
    const ahead = begun.get(path);
    begun.delete(path);
    const beside = [...begun.values()];
    try {
      return (await ahead) ?? (await images.clean(bytes));
    } catch (error) {
      if (!(error instanceof PictureProcessError)) throw error;
      // Any other, or what is uploaded meanwhile, may have brought the decoder down.
      await Promise.allSettled(beside);
      return images.clean(bytes);
    }
  }

  async function store(at: string, bytes: Uint8Array): Promise<string> {
    const own = byBlob.get(objectId('blob', bytes));
    if (own !== undefined) return own;
    const cleaned = await clean(at, bytes);
    const blob = objectId('blob', cleaned.bytes);
    const known = byBlob.get(blob);
    if (known !== undefined) return known;
    const path = freeImagePath(names, {
      filename: decodedName(at),
      image: cleaned,
      year: parisYear(clock()),
    });
    await storing;
    storing = objects.write([{ type: 'blob', bytes: cleaned.bytes }]);
    storing.catch(() => undefined); // Who waits for it next is told.
    changes.push({ path, blob });
    byBlob.set(blob, path);
    names.add(path.toLowerCase());
    return path;
  }

  async function taking(at: string, written: string): Promise<Taken> {
    let best: Taken = { kind: 'left' };
    for await (const found of sourcesOf(at, written)) {
      const taken: Taken =
        found.kind === 'failed' ? { kind: 'failed', reason: found.reason } : await stored(at, found.bytes);
      if (taken.kind === 'taken') return taken;
      if (best.kind !== 'failed' || best.reason === FILE_IS_GONE) best = taken;
      if (found.kind === 'failed' && found.isSilent === true) break;
    }
    return best;
  }

  async function stored(at: string, bytes: Uint8Array): Promise<Taken> {
    try {
      const path = await store(at, bytes);
      const address = imageAddress(path);
      noted.push([at, address]);
      return { kind: 'taken', address };
    } catch (error) {
      if (error instanceof PictureProcessError) return { kind: 'failed', reason: NOT_DECODED };
      if (!(error instanceof ContentError)) throw error;
      return { kind: 'failed', reason: sentenceOf(error.code, error.data) };
    }
  }

  return {
    /** The picture at an address as a text writes it; `next` is what will be asked for after it. */
    async take(address: string, next?: string): Promise<Taken> {
      if (next !== undefined) begin(next);
      const at = pictureAt(index, address);
      if (at === null) return { kind: 'left' };
      const before = done.get(at);
      if (before !== undefined) return before;
      const file = index.fileAt.get(at);
      const taken = (file && byFile.get(file)) ?? (await taking(at, address));
      done.set(at, taken);
      if (taken.kind !== 'left') options.onLooked();
      if (file !== undefined) byFile.set(file, taken);
      return taken;
    },

    /** Learns which of ours is the picture at an address of the source: an article that is there shows it. */
    remember(address: string, ours: string): void {
      const [at, path] = [pictureAt(index, address), imagePathOfAddress(ours)];
      if (at === null || path === null || !options.present.has(path) || done.has(at)) return;
      done.set(at, { kind: 'taken', address: ours });
      noted.push([at, ours]);
    },

    /** The files to commit of those that were taken since this was asked last, all stored, and what is to be noted before they are. */
    async fresh(): Promise<{
      readonly changes: readonly TreeChange[];
      readonly noted: readonly TakenPicture[];
    }> {
      const now = { changes, noted };
      changes = [];
      noted = [];
      await storing;
      return now;
    },
  };
}

async function readPicture(file: string): Promise<Fetched> {
  const size = await ifThere(
    stat(file).then((entry) => entry.size),
    null,
  );
  if (size === null) return { kind: 'failed', reason: FILE_IS_GONE };
  if (size > MAX_IMAGE_BYTES) return { kind: 'failed', reason: 'l’image dépasse 10 Mo' };
  return { kind: 'bytes', bytes: await readFile(file) };
}

/** The address of what has this place on the old site; null while nothing says where that is. */
export function absolute({ home }: SourceIndex, at: string): string | null {
  if (at.startsWith('//')) return `https:${at}`;
  return URL.canParse(at, home ?? undefined) ? new URL(at, home ?? undefined).href : null;
}

function decodedName(at: string): string {
  const name = at.replace(/\?.*$/, '').replace(/^.*\//, '');
  return decoded(name) ?? name;
}
