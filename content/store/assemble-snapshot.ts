import type { Capacity } from '../model/capacity.ts';
import { CAPACITY_FILE, SITE_FILE, slugOfPath } from '../model/paths.ts';
import type { Site } from '../model/site.ts';
import type { Problem, Snapshot, SnapshotPost } from '../model/snapshot.ts';
import { DEFAULT_CAPACITY, DEFAULT_SITE } from './default-settings.ts';
import { settleDuplicates } from './settle-duplicates.ts';
import { type ContentFile, type ContentFolder, fileAt, filesBelow, type PostFile } from './snapshot-files.ts';

/** What is remembered of a path whose present file is not what readers get. */
export interface Held {
  /** The post readers get instead; null when history was searched and nothing was found. */
  readonly posts: ReadonlyMap<string, SnapshotPost | null>;
  readonly site: { readonly blobId: string; readonly value: Site } | null;
  readonly capacity: { readonly blobId: string; readonly value: Capacity } | null;
}

export const NOTHING_HELD: Held = { posts: new Map(), site: null, capacity: null };

interface AssembleInput {
  readonly commit: string;
  readonly root: ContentFolder;
  /** The snapshot of the parent commit, when there is one. */
  readonly before: Snapshot | null;
  /** What a walk of history found (last-readable.ts). */
  readonly found: Held;
  /** Of files with one slug or id, the lower number was there first; none known when empty. */
  readonly seniority: ReadonlyMap<string, number>;
}

export interface Assembled {
  readonly snapshot: Snapshot;
  readonly held: Held;
  /** Files with no readable version in sight: history may know one. */
  readonly unknown: readonly ContentFile[];
}

/**
 * The snapshot of a commit: of each file its present version, else its last readable one; of files that claim one
 * address or one id, the one that had it (DESIGN.md, The content repository). Pure.
 */
export function assembleSnapshot(input: AssembleInput): Assembled {
  const { root } = input;
  const files = [...filesBelow(root)];
  const postFiles = files.filter((file) => file.kind === 'post');
  const older = olderVersions(postFiles, input);
  const settled = settleDuplicates({ files: postFiles, older, seniority: input.seniority });
  const site = siteOf(input);
  const capacity = capacityOf(input);
  const snapshot: Snapshot = {
    commit: input.commit,
    posts: settled.posts,
    site: site?.value ?? DEFAULT_SITE,
    siteId: site?.blobId ?? '',
    capacity: capacity?.value ?? DEFAULT_CAPACITY,
    capacityId: capacity?.blobId ?? '',
    images: new Map(files.filter((file) => file.kind === 'image').map((file) => [file.path, file.blobId])),
    problems: [
      ...files.flatMap(({ problems }) => problems),
      ...settled.problems,
      ...missingSettings(root),
    ].sort(byPathThenLine),
    searching: new Set(),
  };
  return {
    snapshot,
    held: { posts: settled.held, site, capacity },
    unknown: unknownFiles(files, input, older),
  };
}

/** Which older version stands in for a file that cannot be served as it is; undefined when none is known. */
export type OlderVersions = (file: PostFile) => SnapshotPost | null | undefined;

function olderVersions(files: readonly PostFile[], { root, before, found }: AssembleInput): OlderVersions {
  const isPlain = before === null && found.posts.size === 0;
  if (isPlain || files.length === 0) return () => undefined;
  const byPath = new Map(before?.posts.map((post) => [post.path, post]));
  const movedBySlug = new Map(
    before?.posts.filter((post) => fileAt(root, post.path) === null).map((post) => [post.slug, post]),
  );
  return ({ path }) =>
    found.posts.get(path) ?? byPath.get(path) ?? movedBySlug.get(slugOfPath(path)) ?? found.posts.get(path);
}

function siteOf({ root, before, found }: AssembleInput): Held['site'] {
  const file = fileAt(root, SITE_FILE);
  if (file?.kind === 'site' && file.parsed !== null) return { blobId: file.blobId, value: file.parsed };
  return before && before.siteId !== '' ? { blobId: before.siteId, value: before.site } : found.site;
}

function capacityOf({ root, before, found }: AssembleInput): Held['capacity'] {
  const file = fileAt(root, CAPACITY_FILE);
  if (file?.kind === 'capacity' && file.parsed !== null) return { blobId: file.blobId, value: file.parsed };
  return before && before.capacityId !== ''
    ? { blobId: before.capacityId, value: before.capacity }
    : found.capacity;
}

function unknownFiles(
  files: readonly ContentFile[],
  { before, found }: AssembleInput,
  older: OlderVersions,
): readonly ContentFile[] {
  return files.filter((file) => {
    if (file.kind === 'post') return file.parsed === null && older(file) === undefined;
    if (file.kind === 'site') return file.parsed === null && !before?.siteId && found.site === null;
    if (file.kind === 'capacity')
      return file.parsed === null && !before?.capacityId && found.capacity === null;
    return false;
  });
}

function missingSettings(root: ContentFolder): readonly Problem[] {
  return [SITE_FILE, CAPACITY_FILE]
    .filter((path) => fileAt(root, path) === null)
    .map((path) => ({
      path,
      line: 0,
      reason: `Le fichier ${path} manque : ses dernières valeurs connues servent.`,
    }));
}

function byPathThenLine(a: Problem, b: Problem): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line;
}
