import type { Capacity } from '#content/model/capacity.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import type { ListDifference } from '#content/model/post-lists.ts';
import type { Site } from '#content/model/site.ts';
import type { LostPost, Problem } from '#content/model/snapshot.ts';

/** A post's file as it is: what parsing gave depends on its path and bytes alone. */
export interface PostFile {
  readonly kind: 'post';
  readonly path: string;
  /** '' when the object is damaged or missing: it is looked at again for the next commit. */
  readonly blobId: string;
  /** A symbolic link or a submodule in the place of a file; never followed. */
  readonly isLink?: true;
  /** What is wrong with the file; empty when it reads well. */
  readonly problems: readonly Problem[];
  /** Null when it cannot be read. */
  readonly parsed: SnapshotPost | null;
  /** The object that is damaged or missing, and what it was known to hold, if that is why it cannot be read. */
  readonly lost?: Pick<LostPost, 'object' | 'known'>;
}

export interface ImageFile {
  readonly kind: 'image';
  readonly path: string;
  readonly blobId: string;
  /** Always empty: an image is decoded when it is first asked for. */
  readonly problems: readonly Problem[];
  readonly isLink?: undefined;
}

interface SettingsFile<Kind extends string, Value> {
  readonly kind: Kind;
  readonly path: string;
  readonly blobId: string;
  readonly isLink?: true;
  readonly problems: readonly Problem[];
  readonly parsed: Value | null;
}
type SiteFile = SettingsFile<'site', Site>;
type CapacityFile = SettingsFile<'capacity', Capacity>;
/** It may have problems and be read all the same: a bad line takes nothing from the others. */
export type RedirectsFile = SettingsFile<'redirects', ReadonlyMap<string, string>>;

/** What has a place among the content but is never read: a link where no post can be, an SVG, a damaged folder. */
export interface RefusedFile {
  readonly kind: 'refused';
  readonly path: string;
  readonly blobId: string;
  readonly isLink?: true;
  readonly problems: readonly Problem[];
}

export type ContentFile = PostFile | ImageFile | SiteFile | CapacityFile | RedirectsFile | RefusedFile;

/** A folder of content at one commit. Folders with one tree id are one object: they are not walked again. */
export interface ContentFolder {
  /** '' when something below it is damaged or missing: it is walked again for the next commit. */
  readonly treeId: string;
  readonly files: ReadonlyMap<string, ContentFile>;
  readonly folders: ReadonlyMap<string, ContentFolder>;
  /** What is wrong with names in it that are read all the same. */
  readonly problems: readonly Problem[];
}

export const EMPTY_FOLDER: ContentFolder = {
  treeId: '',
  files: new Map(),
  folders: new Map(),
  problems: [],
};

/** What is below a folder, depth first. */
export interface FolderContents {
  readonly posts: readonly PostFile[];
  readonly images: readonly ImageFile[];
  /** Files of any kind with which something is wrong. */
  readonly troubled: readonly ContentFile[];
}

export function contentsOf(folder: ContentFolder): FolderContents {
  return contentsIn(filesSince(EMPTY_FOLDER, folder).added);
}

/** The same of files. */
export function contentsIn(files: readonly ContentFile[]): FolderContents {
  const posts: PostFile[] = [];
  const images: ImageFile[] = [];
  const troubled: ContentFile[] = [];
  for (const file of files) {
    if (file.kind === 'post') posts.push(file);
    else if (file.kind === 'image') images.push(file);
    if (file.problems.length > 0) troubled.push(file);
  }
  return { posts, images, troubled };
}

/** What is wrong with names in a folder, and below it, that are read all the same. */
export function nameProblemsIn({ problems, folders }: ContentFolder): readonly Problem[] {
  return [...problems, ...[...folders.values()].flatMap(nameProblemsIn)];
}

/** The files that a folder has no longer, and those it has since, depth first: folders that stayed are not gone through. */
export function filesSince(before: ContentFolder, now: ContentFolder): ListDifference<ContentFile> {
  const gone: ContentFile[] = [];
  const added: ContentFile[] = [];
  const compare = (was: ContentFolder, is: ContentFolder): void => {
    if (was === is) return;
    for (const [name, file] of was.files) if (is.files.get(name) !== file) gone.push(file);
    for (const [name, file] of is.files) if (was.files.get(name) !== file) added.push(file);
    for (const [name, child] of was.folders) if (!is.folders.has(name)) compare(child, EMPTY_FOLDER);
    for (const [name, child] of is.folders) compare(was.folders.get(name) ?? EMPTY_FOLDER, child);
  };
  compare(before, now);
  return { gone, added };
}

/** The order of files depth first: those of a folder, then those of the folders in it. */
export function inFileOrder(
  { path: a }: Pick<PostFile, 'path'>,
  { path: b }: Pick<PostFile, 'path'>,
): number {
  let [at, folder] = [0, 0];
  for (; at < a.length && a[at] === b[at]; at += 1) if (a[at] === '/') folder = at + 1;
  const isDeeper = (path: string): number => Number(path.includes('/', folder));
  return isDeeper(a) - isDeeper(b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** The file at `path`, or null. */
export function fileAt(folder: ContentFolder, path: string): ContentFile | null {
  const parts = path.split('/');
  const name = parts.pop();
  let at: ContentFolder | undefined = folder;
  for (const part of parts) at = at?.folders.get(part);
  return name === undefined ? null : (at?.files.get(name) ?? null);
}
