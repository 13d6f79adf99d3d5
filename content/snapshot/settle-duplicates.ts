import type { SnapshotPost } from '#content/model/post.ts';
import type { Problem } from '#content/model/snapshot.ts';
import { type Claim, createClaims, type Rival } from './claims.ts';
import type { OlderVersions } from './older-versions.ts';
import type { PostFile } from './snapshot-files.ts';
import type { HeldPost } from './snapshot-state.ts';

interface Settled {
  /** In the order of the files. */
  readonly posts: readonly SnapshotPost[];
  readonly problems: readonly Problem[];
  /** By path, the files that are not served as they are. */
  readonly held: ReadonlyMap<string, HeldPost>;
}

interface Input {
  /** False when it is known that no two of the files can claim one slug or id. */
  readonly mayCollide: boolean;
  readonly files: readonly PostFile[];
  readonly older: OlderVersions;
  /** Of files with one slug or id, the lower number was there first, as far as history was asked. */
  readonly seniority: ReadonlyMap<string, number>;
}

/**
 * Gives each address and each id to one file: to the one that had it in the parent snapshot, else to the one that
 * was there first as far as history tells, else to the first by path. A file that goes without is a problem, and
 * keeps being served as it last was if that takes nothing from another (docs/design.md, The content repository).
 */
export function settleDuplicates(input: Input): Settled {
  const { files, mayCollide } = input;
  const isPlain =
    files.every(({ parsed }) => parsed !== null) && (!mayCollide || duplicatePaths(files).length === 0);
  if (isPlain) return { posts: files.flatMap(({ parsed }) => parsed ?? []), problems: [], held: new Map() };
  const claims = createClaims((claim) => olderClaim(claim.file, input));
  for (const file of files)
    claims.enter(file.parsed === null ? olderClaim(file, input) : claimOf(file, file.parsed, input));
  claims.settle();
  return outcome(input, claims);
}

function outcome(
  { files, older }: Input,
  claims: Pick<ReturnType<typeof createClaims>, 'of' | 'rivalOf'>,
): Settled {
  const held = new Map<string, HeldPost>();
  const problems: Problem[] = [];
  const posts: SnapshotPost[] = [];
  for (const file of files) {
    const served = claims.of(file);
    if (served !== null) posts.push(served);
    if (served !== null && served === file.parsed) continue;
    const rival = claims.rivalOf(file);
    if (rival !== null)
      problems.push(rivalryProblem({ path: file.path, slug: file.parsed?.slug ?? '' }, rival));
    const version = older.lastReadable(file);
    if (version !== undefined || file.parsed !== null)
      held.set(file.path, { post: version ?? null, isServed: served !== null });
  }
  return { posts, problems, held };
}

/** Ranks: what the parent snapshot served with this id, what it served with another, what it did not serve. */
const HAD = 0;
const CHANGED = 1;
const NEW = 2;

function claimOf(file: PostFile, post: SnapshotPost, { older, seniority }: Input): Claim {
  const served = older.served(file);
  const rank = served === undefined ? NEW : served.id === post.id ? HAD : CHANGED;
  return { file, post, rank, seniority: seniority.get(file.path) ?? Number.MAX_SAFE_INTEGER };
}

function olderClaim(file: PostFile, input: Input): Claim | null {
  const post = input.older.lastReadable(file);
  return !post || post === file.parsed ? null : claimOf(file, post, input);
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

/** Of a file that is not published because another one has its address or id. */
export function rivalryProblem(
  { path, slug }: { readonly path: string; readonly slug: string },
  rival: Pick<Rival, 'field' | 'path'>,
): Problem {
  const what = rival.field === 'slug' ? `l’adresse «\u00a0${slug}\u00a0»` : 'l’identifiant (id)';
  const reason = `Ce fichier porte ${what} de ${rival.path}, qui l’avait avant lui\u00a0: il n’est pas publié.`;
  return { path, line: 0, reason };
}
