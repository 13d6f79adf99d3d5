import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { ContentError } from '../model/errors.ts';

/** A file of an export, wherever its bytes are. */
export interface ExportFile {
  /** What the export calls it for ever: its path in all that was given. */
  readonly id: string;
  /** Inside what is read of the export, its parts parted by `/`; never absolute, never with `..`. */
  readonly path: string;
  /** How long it is; of compressed files what they take on disk. */
  readonly bytes: number;
  /** What it takes of what its author gave, in bytes: less than it is long where that is packed. */
  readonly given: number;
  /** Where it is on this machine, or null inside an archive. */
  readonly onDisk: string | null;
  open(): Promise<Readable>;
}

export interface Archive {
  readonly files: readonly ExportFile[];
  close(): void;
}

/** All that an archive unpacks to, in bytes. */
const MAX_UNPACKED_BYTES = 8 * 1024 ** 3;
export const MAX_FILES = 200_000;
/** Texts shrink to a twentieth, a table of zeros to a thousandth: past this an archive was made to fill a disk. */
const MOST_RATIO = 200;
const RATIO_COUNTS_FROM = 64 * 1024 ** 2;

/** Stops the reading of an export; the reason is a French sentence. */
export function refuseExport(reason: string, cause?: unknown): never {
  throw new ContentError('invalid', { path: '', reason }, cause === undefined ? {} : { cause });
}

const TORN =
  'Cette archive est abîmée ou incomplète\u00a0: téléchargez-la de nouveau depuis votre ancien système.';
const BOMB =
  'Cette archive se déploierait en beaucoup plus de données qu’un blog n’en a\u00a0: elle n’est pas ouverte.';
const LOCKED = 'Cette archive est protégée par un mot de passe\u00a0: donnez-la sans mot de passe.';
const METHOD =
  'Cette archive est compressée d’une façon inconnue\u00a0: refaites-la au format ZIP ordinaire.';
export const TAR = 'Les archives .tar ne sont pas lues\u00a0: décompressez-la, puis donnez un fichier .zip.';

type Kind = 'zip' | 'gzip' | 'tar' | 'plain';

/** The first bytes of a file. */
export async function readHead(file: ExportFile, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  const stream = await file.open();
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    total += chunk.length;
    if (total >= length) break;
  }
  return Buffer.concat(chunks).subarray(0, length);
}

/** What a file is by its first bytes, whatever its name says. */
export async function kindOf(file: ExportFile): Promise<Kind> {
  const head = await readHead(file, 512);
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04')) || head.subarray(0, 4).equals(EMPTY_ZIP))
    return 'zip';
  if (isGzip(head)) return 'gzip';
  return isTar(head) ? 'tar' : 'plain';
}

const EMPTY_ZIP = Buffer.from('PK\x05\x06');

function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

function isTar(head: Buffer): boolean {
  return head.toString('latin1', 257, 262) === 'ustar';
}

/**
 * The files of a zip; nothing is unpacked. Refuses one that is torn, encrypted, out of measure, or whose names lead out of it or come
 * twice. Links and folders are no files of it.
 */
export async function openZip(path: string): Promise<Archive> {
  const zip = await translated(
    openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false }),
  );
  try {
    const files = await translated(filesOf(zip));
    return { files, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function filesOf(zip: ZipFile): Promise<readonly ExportFile[]> {
  const files = new Map<string, ExportFile>();
  let total = 0;
  const most = mostUnpacked(zip.fileSize);
  const measure = createMeasure(most);
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    total += entry.uncompressedSize;
    if (total > most || zip.entriesRead > MAX_FILES) refuseExport(BOMB);
    if (name.endsWith('/') || isLink(entry)) continue;
    if (files.has(name))
      refuseExport(
        `Cette archive contient deux fois le fichier «\u00a0${shown(name)}\u00a0»\u00a0: elle n’est pas ouverte.`,
      );
    if (entry.isEncrypted()) refuseExport(LOCKED);
    if (!entry.canDecodeFileData()) refuseExport(METHOD);
    // A name is known now; for thousands of files the rest is megabytes that opening one does not need.
    Object.assign(entry, {
      fileNameRaw: NO_BYTES,
      extraFieldRaw: NO_BYTES,
      fileCommentRaw: NO_BYTES,
      extraFields: [],
    });
    const file: ExportFile = {
      id: name,
      path: name,
      bytes: entry.uncompressedSize,
      given: entry.compressedSize,
      onDisk: null,
      open: async () => readableOf(await translated(zip.openReadStreamPromise(entry))),
    };
    files.set(name, await asRead(file, measure()));
  }
  return [...files.values()];
}

const NO_BYTES = Buffer.alloc(0);

/** Zips made on macOS hold UTF-8 without saying so: what reads as UTF-8 is. */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const raw = isUtf8(fileNameRaw)
    ? fileNameRaw.toString('utf8')
    : getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
  const name = raw.replaceAll('\\', '/').normalize('NFC');
  if (name === '' || name.includes('\0') || validateFileName(name) !== null)
    refuseExport(
      `Cette archive contient un nom qui sortirait de son dossier, «\u00a0${shown(name)}\u00a0»\u00a0: elle n’est pas ouverte.`,
    );
  return name.replace(/^(?:\.\/)+/, '');
}

function shown(name: string): string {
  return name.replace(/\p{Cc}/gu, '?').slice(0, 80);
}

function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}

/** A stream whose failure is said in French. */
function readableOf(stream: Readable): Readable {
  const told = new PassThrough();
  stream.on('error', (error) => told.destroy(refusal(error)));
  told.on('close', () => stream.destroy());
  return stream.pipe(told);
}

async function translated<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    throw refusal(error);
  }
}

/** What the packages say in English; what the system says (a disk that fails) stays as it is. */
function refusal(error: unknown): Error {
  if (error instanceof ContentError) return error;
  if (error instanceof Error && 'syscall' in error) return error;
  const reason = error instanceof Error && /encrypt/.test(error.message) ? LOCKED : TORN;
  return new ContentError('invalid', { path: '', reason }, { cause: error });
}

/** A file of this machine, as it is. */
export function fileOnDisk(path: string, onDisk: string, bytes: number): ExportFile {
  return {
    id: path,
    path,
    bytes,
    given: bytes,
    onDisk,
    open: () => Promise.resolve(createReadStream(onDisk)),
  };
}

/** The one file that a gzip holds; its name is the archive's without `.gz`. Refuses a tar in it, and stops one that unfolds without measure. */
export function openGzip(file: ExportFile): Archive {
  const path = file.path.replace(/\.gz$/i, '');
  return { files: [{ ...unpacked(file, measureOf(file)), id: path, path }], close: () => undefined };
}

/** A part of an export that is packed by itself, among others. */
const PACKED_EXPORT = /\.(?:xml|wxr|json)\.gz$/i;

/** A file among others of an export, under its own name: of one that is packed by itself what it holds, where it is what its name says. */
export async function asRead(file: ExportFile, isWithin = measureOf(file)): Promise<ExportFile> {
  if (!PACKED_EXPORT.test(file.path)) return file;
  return isGzip(await readHead(file, 2)) ? unpacked(file, isWithin) : file;
}

function unpacked(file: ExportFile, isWithin: Measure): ExportFile {
  return { ...file, onDisk: null, open: async () => readableOf(unfolded(await file.open(), isWithin)) };
}

/** Whether so many bytes of a file may be unpacked. */
type Measure = (bytes: number) => boolean;

function measureOf({ bytes }: ExportFile): Measure {
  return createMeasure(mostUnpacked(bytes))();
}

function mostUnpacked(size: number): number {
  return Math.min(MAX_UNPACKED_BYTES, Math.max(RATIO_COUNTS_FROM, size * MOST_RATIO));
}

/** All files of an archive share its measure, and a file that is read twice is counted once. */
function createMeasure(most: number): () => Measure {
  let total = 0;
  return () => {
    let known = 0;
    return (bytes) => {
      total += Math.max(0, bytes - known);
      known = Math.max(known, bytes);
      return total <= most;
    };
  };
}

function unfolded(source: Readable, isWithin: Measure): Readable {
  let total = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const isTarred = total === 0 && isTar(chunk);
      total += chunk.length;
      if (isTarred || !isWithin(total))
        done(new ContentError('invalid', { path: '', reason: isTarred ? TAR : BOMB }));
      else done(null, chunk);
    },
  });
  const gunzip = createGunzip();
  for (const stream of [source, gunzip])
    stream.on('error', (error: unknown) => counter.destroy(refusal(error)));
  counter.on('close', () => {
    gunzip.destroy();
    source.destroy();
  });
  return source.pipe(gunzip).pipe(counter);
}
