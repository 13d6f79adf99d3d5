import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { constants, createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, readdir, realpath, rename, stat } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type Archive,
  asRead,
  type ExportFile,
  fileOnDisk,
  kindOf,
  MAX_FILES,
  openGzip,
  openZip,
  readHead,
  refuseExport,
  TAR,
} from './archive.ts';
import type { ImportedFile, Reading, SourceFile } from './imported.ts';

/** All the files that an author gave, those of archives and folders among them, by path. */
export interface ExportTree {
  readonly files: ReadonlyMap<string, ExportFile>;
  close(): void;
}

/** How a system's export is read. */
export interface ExportReading extends Reading {
  /** What stands below the folder that is the export, or the site. */
  readonly tree: ExportTree;
}

/** What programs make or fetch by themselves: never an author's. */
const IGNORED_FOLDERS =
  /(?:^|\/)(?:node_modules|bower_components|__MACOSX|_site|\.(?:git|svn|hg|jekyll-cache|astro|next|cache|bundle|sass-cache))\//;
/** What a build left behind, at the top of a site or one folder below, as in a download from GitHub. */
const BUILT = /^(?:[^/]+\/)?dist\//;
const IGNORED_FILES = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|\._[^/]*)$/;

/**
 * Opens what an author gave: files, zips, gzips, folders. Links are not followed. Refuses what archive.ts refuses, and more files than an
 * export has. Nothing is unpacked.
 */
export async function openExport(sources: readonly SourceFile[]): Promise<ExportTree> {
  const files = new Map<string, ExportFile>();
  const opened: Archive[] = [];
  const close = (): void => {
    for (const archive of opened) archive.close();
  };
  try {
    // Their names tell files apart that are called the same, in whatever order they are given.
    for (const source of sources.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const archive = await openSource(source);
      opened.push(archive);
      for (const file of archive.files) {
        if (isIgnored(file.path)) continue;
        const path = files.has(file.path) ? `${opened.length}/${file.path}` : file.path;
        files.set(path, { ...file, id: path, path });
        if (files.size > MAX_FILES) refuseExport(TOO_MANY);
      }
    }
    return { files, close };
  } catch (error) {
    close();
    throw error;
  }
}

const TOO_MANY = `Il y a plus de ${MAX_FILES / 1000} 000 fichiers\u00a0: donnez seulement le dossier du blog.`;

/** What stands below a folder of an export, each file by its path from there on; '' stands for all. */
export function treeBelow(tree: ExportTree, folder: string): ExportTree {
  if (folder === '') return tree;
  const files = new Map<string, ExportFile>();
  for (const [whole, file] of tree.files) {
    const path = whole.slice(folder.length);
    if (whole.startsWith(folder)) files.set(path, { ...file, path });
  }
  return { ...tree, files };
}

function isIgnored(path: string): boolean {
  return IGNORED_FOLDERS.test(path) || BUILT.test(path) || IGNORED_FILES.test(path);
}

async function openSource({ name, path }: SourceFile): Promise<Archive> {
  const found = await stat(path);
  if (found.isDirectory()) return { files: await filesBelow(await realpath(path)), close: () => undefined };
  if (!found.isFile()) return refuseExport(`«\u00a0${name}\u00a0» n’est ni un fichier ni un dossier.`);
  const file = fileOnDisk(basename(name), path, found.size);
  switch (await kindOf(file)) {
    case 'zip':
      return openZip(path);
    case 'gzip':
      return openGzip(file);
    case 'tar':
      return refuseExport(TAR);
    case 'plain':
      return { files: [file], close: () => undefined };
  }
}

interface Folder {
  /** Inside the export, with its final `/`; '' at its top. */
  readonly path: string;
  readonly onDisk: Buffer;
}

/** Names are bytes: old programs wrote them as Windows did, and no text stands for those. */
async function filesBelow(root: string): Promise<readonly ExportFile[]> {
  const files: ExportFile[] = [];
  const folders: Folder[] = [{ path: '', onDisk: Buffer.from(root) }];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const { path: above, onDisk: parent } = folder;
    const read = await readable(above, readdir(parent, { withFileTypes: true, encoding: 'buffer' }));
    for (const entry of read.sort((a, b) => Buffer.compare(a.name, b.name))) {
      const path = above + nameOf(entry.name).normalize('NFC');
      const onDisk = Buffer.concat([parent, Buffer.from(sep), entry.name]);
      if (entry.isDirectory() && !isIgnored(`${path}/`)) folders.push({ path: `${path}/`, onDisk });
      if (!entry.isFile() || isIgnored(path)) continue;
      files.push(await readable(path, fileBelow(path, onDisk)));
      if (files.length > MAX_FILES) refuseExport(TOO_MANY);
    }
  }
  return files;
}

function nameOf(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString() : new TextDecoder('windows-1252').decode(bytes);
}

async function fileBelow(path: string, onDisk: Buffer): Promise<ExportFile> {
  const { size } = await stat(onDisk);
  await access(onDisk, constants.R_OK);
  if (isUtf8(onDisk)) return asRead(fileOnDisk(path, onDisk.toString(), size));
  const file = fileOnDisk(path, '', size);
  return asRead({ ...file, onDisk: null, open: () => Promise.resolve(createReadStream(onDisk)) });
}

const CLOSED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ENAMETOOLONG']);

/** Says what a person has to mend in what was given; a disk that fails is another matter. */
async function readable<Value>(path: string, reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && CLOSED.has(String(error.code)))) throw error;
    return refuseExport(
      `«\u00a0${path.slice(-200) || '/'}\u00a0» ne peut pas être lu\u00a0: ses droits, ou la longueur de son nom, l’empêchent.`,
      error,
    );
  }
}

/** Longest text read at once, in bytes. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/** The text of a file, in whichever encoding it is; null when it is longer than {@link MAX_TEXT_BYTES} or no text. */
export async function readText(file: ExportFile): Promise<string | null> {
  const bytes = await readHead(file, MAX_TEXT_BYTES + 1);
  return bytes.length > MAX_TEXT_BYTES ? null : decodedText(bytes);
}

/** Which UTF-16 a text is in: by its mark, or by its first two signs, which are of ASCII. */
export function utf16Of([first, second, third, fourth]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first && second === 0 && third && fourth === 0) return 'utf-16le';
  return first === 0 && second && third === 0 && fourth ? 'utf-16be' : null;
}

/** A text may have one NUL in so many bytes, which some program left in it. */
const BYTES_A_STRAY = 100;

/** UTF-8 and UTF-16, with a mark or without, and else what Windows wrote in Europe; UTF-8 that is damaged here and there stays UTF-8. */
export function decodedText(bytes: Uint8Array): string | null {
  const wide = utf16Of(bytes);
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  if (bytes.includes(0)) {
    const kept = bytes.filter((byte) => byte !== 0);
    const strays = bytes.length - kept.length;
    return strays * BYTES_A_STRAY <= bytes.length && isUtf8(kept) ? decodedText(kept) : null;
  }
  const text = new TextDecoder('utf-8').decode(bytes);
  const damaged = text.split('\uFFFD').length - 1;
  const accented = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0;
  return damaged > accented ? new TextDecoder('windows-1252').decode(bytes) : text;
}

/**
 * Where a file's bytes are on this machine: its own place, or `workFolder`, where what an archive holds is written under a name that
 * nothing of the archive's makes but an ending. What was taken out before is not again.
 */
export async function takeOut(file: ExportFile, workFolder: string): Promise<string> {
  if (file.onDisk !== null) return file.onDisk;
  const ending = /^\.[a-z0-9]{1,8}$/i.exec(extname(file.path))?.[0].toLowerCase() ?? '';
  const path = join(workFolder, createHash('sha256').update(file.id).digest('hex').slice(0, 32) + ending);
  const there = await stat(path).catch(() => null);
  if (there !== null) return path;
  await mkdir(workFolder, { recursive: true });
  // On disk before it has its name: after a power cut what is there is whole.
  await pipeline(await file.open(), createWriteStream(`${path}.part`, { mode: 0o600, flush: true }));
  await rename(`${path}.part`, path);
  return path;
}

/** Whether it only says where Git LFS keeps its bytes. */
async function isElsewhere(file: ExportFile): Promise<boolean> {
  return file.bytes < 1000 && ((await readText(file)) ?? '').startsWith('version https://git-lfs');
}

export function isPicture(path: string): boolean {
  return /\.(?:jpe?g|png|gif|webp|avif|svg)$/i.test(path);
}

/** A file that texts show or lead to at these addresses; a picture's bytes are taken out to `workFolder`. */
export async function servedFile(
  file: ExportFile,
  addresses: readonly string[],
  workFolder: string,
): Promise<ImportedFile> {
  const isHere = isPicture(file.path) && !(await isElsewhere(file));
  const path = isHere ? await takeOut(file, workFolder) : null;
  return { kind: 'file', id: file.id, addresses, path, bytes: file.bytes, pages: [] };
}
