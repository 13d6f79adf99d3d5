import type { Problem, SnapshotPost } from '../model/snapshot.ts';
import type { OlderVersions } from './assemble-snapshot.ts';
import type { PostFile } from './snapshot-files.ts';

interface Settled {
  readonly posts: readonly SnapshotPost[];
  readonly problems: readonly Problem[];
  /** By path, what readers get of the files that are not served as they are. */
  readonly held: ReadonlyMap<string, SnapshotPost | null>;
}

interface Input {
  readonly files: readonly PostFile[];
  readonly older: OlderVersions;
  readonly seniority: ReadonlyMap<string, number>;
}

/**
 * Gives each address and each id to one file: to the one that had both in the parent snapshot, else to the one that
 * was there first as far as history tells, else to the first by path. A file that goes without is a problem, and
 * keeps being served as it last was if that takes nothing from the winner.
 */
export function settleDuplicates({ files, older, seniority }: Input): Settled {
  const taken = { slugs: new Map<string, string>(), ids: new Map<string, string>() };
  const posts: SnapshotPost[] = [];
  const problems: Problem[] = [];
  const waiting: PostFile[] = [];
  const take = (post: SnapshotPost) => {
    taken.slugs.set(post.slug, post.path);
    taken.ids.set(post.id, post.path);
    posts.push(post);
  };
  for (const file of inOrderOfRight(files, older, seniority)) {
    const rival = file.parsed && rivalOf(file.parsed, taken);
    if (file.parsed !== null && rival === null) take(file.parsed);
    else waiting.push(file);
    if (rival) problems.push(duplicateProblem(file, rival));
  }
  const held = new Map<string, SnapshotPost | null>();
  for (const file of waiting) {
    const version = older(file);
    const isFree = version ? rivalOf(version, taken) === null : false;
    if (version && isFree) take(version);
    if (version !== undefined || file.parsed !== null)
      held.set(file.path, version && isFree ? version : null);
  }
  return { posts, problems, held };
}

interface Rival {
  readonly field: 'slug' | 'id';
  readonly path: string;
}

function rivalOf(
  post: SnapshotPost,
  taken: { readonly slugs: ReadonlyMap<string, string>; readonly ids: ReadonlyMap<string, string> },
): Rival | null {
  const bySlug = taken.slugs.get(post.slug);
  if (bySlug !== undefined) return { field: 'slug', path: bySlug };
  const byId = taken.ids.get(post.id);
  return byId === undefined ? null : { field: 'id', path: byId };
}

function inOrderOfRight(
  files: readonly PostFile[],
  older: OlderVersions,
  seniority: ReadonlyMap<string, number>,
): readonly PostFile[] {
  if (!hasDuplicates(files)) return files;
  const rank = ({ parsed, path }: PostFile, version: SnapshotPost | null | undefined): number => {
    const hadBoth = parsed !== null && version?.id === parsed.id && version.slug === parsed.slug;
    return hadBoth ? -1 : (seniority.get(path) ?? Number.MAX_SAFE_INTEGER);
  };
  return files
    .map((file) => ({ file, rank: rank(file, older(file)) }))
    .sort((a, b) => a.rank - b.rank || (a.file.path < b.file.path ? -1 : 1))
    .map(({ file }) => file);
}

function hasDuplicates(files: readonly PostFile[]): boolean {
  return duplicatePaths(files).length > 0;
}

/** The paths of all readable files that share a slug or an id with another. */
export function duplicatePaths(files: readonly PostFile[]): readonly string[] {
  const first = new Map<string, string>();
  const paths = new Set<string>();
  for (const { parsed, path } of files) {
    if (parsed === null) continue;
    for (const key of [parsed.slug, parsed.id]) {
      const other = first.get(key);
      if (other === undefined) first.set(key, path);
      else if (other !== path) paths.add(other).add(path);
    }
  }
  return [...paths];
}

function duplicateProblem(file: PostFile, rival: Rival): Problem {
  const what = rival.field === 'slug' ? `l’adresse « ${file.parsed?.slug ?? ''} »` : 'l’identifiant (id)';
  return {
    path: file.path,
    line: 0,
    reason: `Ce fichier porte ${what} de ${rival.path}, qui l’avait avant lui : il n’est pas publié.`,
  };
}
