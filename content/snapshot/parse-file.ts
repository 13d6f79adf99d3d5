import { asBuffer, markLength } from '#content/files/file-text.ts';
import { parsePostFile } from '#content/files/post-file.ts';
import { parseRedirectsFile, type RedirectsFileReading } from '#content/files/redirects-file.ts';
import { parseCapacityFile, parseSiteFile } from '#content/files/settings-file.ts';
import { objectId } from '#content/git/objects/object-id.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isRegularFile } from '#content/git/tree.ts';
import { detached } from '#content/model/detached.ts';
import { hasCode } from '#content/model/errors.ts';
import {
  CAPACITY_FILE,
  CONTENT_FOLDERS,
  isContentFolder,
  isImagePath,
  isPostPath,
  REDIRECTS_FILE,
  SITE_FILE,
} from '#content/model/paths.ts';
import { MAX_BODY_BYTES, MAX_FRONT_MATTER_BYTES } from '#content/model/post.ts';
import type { Problem } from '#content/model/snapshot.ts';
import { kindOfEntry, type ParseFile } from './read-folder.ts';
import type { ContentFile } from './snapshot-files.ts';
import { uniformPost } from './uniform-post.ts';

/** No content file is read past this size, in bytes: a larger one is a problem without being opened. */
const MAX_FILE_BYTES = MAX_BODY_BYTES + MAX_FRONT_MATTER_BYTES + 16;

type Candidate = Parameters<ParseFile>[0];

/**
 * What a file of the content repository is; null when it is none of ours (README.md, .gitattributes …). A file
 * whose bytes are damaged or missing in the repository is a problem like another.
 */
export function createFileParser(objects: Pick<ObjectStore, 'sizeOf' | 'read'>): ParseFile {
  return async (file) => {
    if (!isRegularFile(file)) return linkedEntry(file);
    if (isImagePath(file.path)) return image(file);
    if (kindOf(file.path) === 'refused')
      return CONTENT_FOLDERS.includes(file.path) ? fileForFolder(file) : null;
    const bytes = await readWithinLimit(objects, file.blobId);
    if (bytes === 'too-large')
      return unread(file, [problem(file.path, 'Le fichier dépasse 2 Mo\u00a0: il n’est pas lu.')]);
    if (bytes === 'damaged') return lostFile(file);
    return file.path === REDIRECTS_FILE ? readRedirects(objects, file, bytes) : parsed(file, bytes);
  };
}

async function readWithinLimit(
  objects: Pick<ObjectStore, 'sizeOf' | 'read'>,
  id: string,
): Promise<Uint8Array | 'too-large' | 'damaged'> {
  try {
    const header = await objects.sizeOf(id);
    if (header !== null && header.size > MAX_FILE_BYTES) return 'too-large';
    return (await objects.read(id)).bytes;
  } catch (error) {
    if (hasCode(error, 'corrupt')) return 'damaged';
    throw error;
  }
}

function parsed(file: Candidate, bytes: Uint8Array): ContentFile {
  const { path, blobId } = file;
  if (isPostPath(path)) {
    const result = parsePostFile({ path, bytes });
    if (result.kind === 'problem') return unread(file, result.problems);
    const post = uniformPost({ ...detached(result.post), path, revision: blobId });
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

/** Where lines were put under those that were read before, as an import that is published does hundred after hundred, they alone are read. */
async function readRedirects(
  objects: Pick<ObjectStore, 'sizeOf'>,
  { path, blobId, before }: Candidate,
  bytes: Uint8Array,
): Promise<ContentFile> {
  const known = before?.kind === 'redirects' && before.problems.length === 0 ? before : null;
  const size = known === null ? 0 : await sizeOrNone(objects, known.blobId);
  const isBegun = bytes[size - 1] === NEW_LINE && objectId('blob', bytes.subarray(0, size)) === known?.blobId;
  const added = isBegun ? addedRedirects(known.parsed, bytes.subarray(size)) : null;
  const { redirects, problems } = added ?? parseRedirectsFile(bytes);
  return { kind: 'redirects', path, blobId, problems, parsed: redirects };
}

/** What is damaged, or gone since, tells nothing of what follows it. */
async function sizeOrNone(objects: Pick<ObjectStore, 'sizeOf'>, id: string): Promise<number> {
  const header = await objects.sizeOf(id).catch(() => null);
  return header?.size ?? 0;
}

/** Null where one of the lines is to be told of: which one it is, the whole file says. */
function addedRedirects(
  known: ReadonlyMap<string, string> | null,
  bytes: Uint8Array,
): RedirectsFileReading | null {
  const { redirects, problems } = parseRedirectsFile(bytes);
  // A mark is one at the beginning of a file alone.
  if (known === null || redirects === null || problems.length > 0 || markLength(asBuffer(bytes)) > 0)
    return null;
  const all = new Map(known);
  for (const [from, to] of redirects) all.set(from, to);
  return all.size === known.size + redirects.size ? { redirects: all, problems } : null;
}

const NEW_LINE = 0x0a;

/** It is looked at again for the next commit: somebody may give the object back. */
function lostFile(file: Candidate): ContentFile {
  const reason =
    'Le contenu de ce fichier est abîmé ou absent dans le dépôt git\u00a0: sa dernière version lisible sert, s’il y en a une.';
  const problems = [{ ...problem(file.path, reason), object: file.blobId }];
  const unknown = unread({ ...file, blobId: '' }, problems);
  return unknown.kind === 'post' ? { ...unknown, lost: { object: file.blobId, known: null } } : unknown;
}

/** What can be at a path: a post, a settings file, or nothing that is read. */
function kindOf(path: string): 'post' | 'site' | 'capacity' | 'redirects' | 'refused' {
  if (path === SITE_FILE) return 'site';
  if (path === CAPACITY_FILE) return 'capacity';
  if (path === REDIRECTS_FILE) return 'redirects';
  return isPostPath(path) ? 'post' : 'refused';
}

function unread(
  { path, blobId }: Candidate,
  problems: readonly Problem[],
): Exclude<ContentFile, { kind: 'image' }> {
  const kind = kindOf(path);
  return kind === 'refused'
    ? { kind, path, blobId, problems }
    : { kind, path, blobId, problems, parsed: null };
}

function image({ path, blobId }: Candidate): ContentFile {
  if (!/\.svg$/i.test(path)) return { kind: 'image', path, blobId, problems: [] };
  const reason =
    'Les images SVG sont refusées\u00a0: elles peuvent contenir du code. Enregistrez-la en PNG ou en JPEG.';
  return { kind: 'refused', path, blobId, problems: [problem(path, reason)] };
}

function linkedEntry(file: Candidate): ContentFile | null {
  const { path } = file;
  const isOurs = isContentFolder(path) || kindOf(path) !== 'refused';
  if (!isOurs) return null;
  const reason = `C’est ${kindOfEntry(file)}, là où un fichier ou un dossier est attendu\u00a0: il n’est pas suivi.`;
  return { ...unread(file, [problem(path, reason)]), isLink: true };
}

/** A file named posts, pages or images: what should be there is a folder. */
function fileForFolder({ path, blobId }: Candidate): ContentFile {
  const reason = 'C’est un fichier, là où un dossier est attendu\u00a0: il n’est pas lu.';
  return { kind: 'refused', path, blobId, problems: [problem(path, reason)] };
}

function problem(path: string, reason: string): Problem {
  return { path, line: 0, reason };
}
