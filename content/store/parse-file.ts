import {
  CAPACITY_FILE,
  IMAGES_FOLDER,
  isImagePath,
  isPostPath,
  POSTS_FOLDER,
  SITE_FILE,
} from '../model/paths.ts';
import { MAX_BODY_BYTES, MAX_FRONT_MATTER_BYTES } from '../model/post.ts';
import type { Problem } from '../model/snapshot.ts';
import type { ObjectStore } from './objects.ts';
import { parsePostFile } from './post-file.ts';
import { isRefused, type ParseFile } from './read-folder.ts';
import { parseCapacityFile, parseSiteFile } from './settings-file.ts';
import type { ContentFile, RefusedFile } from './snapshot-files.ts';

/** No content file is read past this size, in bytes: a larger one is a problem without being opened. */
export const MAX_FILE_BYTES = MAX_BODY_BYTES + MAX_FRONT_MATTER_BYTES + 16;

type Candidate = Parameters<ParseFile>[0];

/** Whether a folder can hold content: posts/ and images/, at any depth. */
export function isContentFolder(path: string): boolean {
  return [POSTS_FOLDER, IMAGES_FOLDER].some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** What a file of the content repository is; null when it is none of ours (README.md, .gitattributes …). */
export function createFileParser(objects: ObjectStore): ParseFile {
  return async (file) => {
    if (isRefused(file.mode)) return refusedEntry(file);
    if (isImagePath(file.path)) return image(file);
    if (!isPostPath(file.path) && file.path !== SITE_FILE && file.path !== CAPACITY_FILE) return null;
    const bytes = await readWithinLimit(objects, file.blobId);
    if (bytes === null)
      return unread(file, [problem(file.path, 'Le fichier dépasse 2 Mo : il n’est pas lu.')]);
    return parsed(file, bytes);
  };
}

async function readWithinLimit(objects: ObjectStore, id: string): Promise<Uint8Array | null> {
  const header = await objects.sizeOf(id);
  if (header !== null && header.size > MAX_FILE_BYTES) return null;
  return (await objects.read(id)).bytes;
}

function parsed(file: Candidate, bytes: Uint8Array): ContentFile {
  const { path, blobId } = file;
  if (isPostPath(path)) {
    const result = parsePostFile({ path, bytes });
    if (result.kind === 'problem') return unread(file, result.problems);
    const post = detached({ ...result.post, revision: blobId });
    return { kind: 'post', path, blobId, problems: [], parsed: post };
  }
  const settings = { path, blobId };
  if (path === SITE_FILE) {
    const result = parseSiteFile(bytes);
    if (result.kind === 'problem') return unread(file, result.problems);
    return { kind: 'site', ...settings, problems: [], parsed: result.value };
  }
  const result = parseCapacityFile(bytes);
  if (result.kind === 'problem') return unread(file, result.problems);
  return { kind: 'capacity', ...settings, problems: [], parsed: result.value };
}

function unread({ path, blobId }: Candidate, problems: readonly Problem[]): ContentFile {
  const kind = path === SITE_FILE ? 'site' : path === CAPACITY_FILE ? 'capacity' : 'post';
  return { kind, path, blobId, problems, parsed: null };
}

function image({ path, blobId }: Candidate): ContentFile {
  if (!/\.svg$/i.test(path)) return { kind: 'image', path, blobId, problems: [] };
  const reason =
    'Les images SVG sont refusées : elles peuvent contenir du code. Enregistrez-la en PNG ou en JPEG.';
  return { kind: 'refused', path, blobId, problems: [problem(path, reason)] };
}

function refusedEntry({ path, mode, blobId }: Candidate): RefusedFile | null {
  const isOurs = isContentFolder(path) || path === SITE_FILE || path === CAPACITY_FILE;
  if (!isOurs) return null;
  const what = mode === '160000' ? 'un sous-module' : 'un lien symbolique';
  return { kind: 'refused', path, blobId, problems: [problem(path, `C’est ${what} : il n’est pas suivi.`)] };
}

function problem(path: string, reason: string): Problem {
  return { path, line: 0, reason };
}

/**
 * A copy that shares no memory with the text it was parsed from: V8 keeps the whole source alive for each
 * substring, which would hold the front matter of every post in memory.
 */
function detached<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value; // a parser: what was just written
}
