import { isPagePath, slugOfPath } from '#content/model/paths.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import type { Problem } from '#content/model/snapshot.ts';
import { type ContentFolder, fileAt, type PostFile } from './snapshot-files.ts';
import { type HeldPost, type SnapshotState, servedVersion } from './snapshot-state.ts';

/** What is known of a post's file from before. */
export interface OlderVersions {
  /** What readers got of it from the parent snapshot. */
  readonly served: (file: PostFile) => SnapshotPost | undefined;
  /** Its last readable version; null when history was searched and has none, undefined when nobody looked. */
  readonly lastReadable: (file: PostFile) => SnapshotPost | null | undefined;
}

interface Known {
  readonly root: ContentFolder;
  readonly before: SnapshotState | null;
  /** The files that were there before and are not now, as they were. */
  readonly gone: readonly PostFile[];
  /** By path, what a walk of history found. */
  readonly found: ReadonlyMap<string, SnapshotPost | null>;
}

/**
 * Looks a file up by its path; where the parent snapshot had none there, by what it may have been moved from: a file
 * that is gone, of the same name or with the same bytes.
 */
export function olderVersions({ root, before, gone, found }: Known): OlderVersions {
  const left = gone.flatMap((file) => {
    const post = before === null || fileAt(root, file.path) !== null ? undefined : servedPost(file, before);
    // What stood in for a file that was moved and broken was not at its path.
    return post?.path === file.path ? [post] : [];
  });
  const leftBySlug = new Map(left.map((post) => [post.slug, post]));
  const leftByRevision = new Map(left.map((post) => [post.revision, post]));
  const served = ({ path, blobId }: PostFile): SnapshotPost | undefined => {
    if (before === null) return undefined;
    const was = fileAt(before.root, path);
    const post = was?.kind === 'post' ? servedPost(was, before) : undefined;
    return post ?? leftBySlug.get(slugOfPath(path)) ?? leftByRevision.get(blobId);
  };
  const lastReadable = (file: PostFile): SnapshotPost | null | undefined => {
    const inHistory = found.get(file.path);
    const held = before?.held.posts.get(file.path);
    const older = inHistory ?? held?.post ?? served(file);
    return older ? standIn(file, older) : inHistory === null || held ? null : undefined;
  };
  return { served, lastReadable };
}

/** What readers got of a file of a state. */
export function servedPost(file: PostFile, { held, index }: SnapshotState): SnapshotPost | undefined {
  const post = servedVersion(file, held);
  return post !== null && index.byId.get(post.id) === post ? post : undefined;
}

interface Question extends Pick<Known, 'root' | 'before'> {
  /** Files that are new, or that were not served as they are. */
  readonly files: readonly PostFile[];
  readonly older: OlderVersions;
}

/** Those files, and all whose slug or id a version of one of them asks for: the others are served as they were. */
export function filesInQuestion({ root, before, files, older }: Question): readonly PostFile[] {
  const found = new Set(files);
  if (before === null) return [...found];
  for (const file of found) {
    for (const version of [file.parsed, older.lastReadable(file)]) {
      if (!version) continue;
      for (const owner of [before.index.bySlug.get(version.slug), before.index.byId.get(version.id)]) {
        const other = owner === undefined ? null : fileAt(root, owner.path);
        if (other?.kind === 'post') found.add(other); // A set's new members are gone through too.
      }
    }
  }
  return [...found];
}

/**
 * What stands for a file: an older version of it; of one that was lost, its text under all else that is known of the newest:
 * what was withdrawn since must not come back.
 */
function standIn({ lost }: PostFile, version: SnapshotPost): SnapshotPost {
  return lost?.known ? { ...lost.known, revision: version.revision } : version;
}

interface Resolved {
  /** In the order of the files. */
  readonly posts: readonly SnapshotPost[];
  readonly problems: readonly Problem[];
  /** By path, the files that are not served as they are. */
  readonly held: ReadonlyMap<string, HeldPost>;
}

interface Input {
  readonly files: readonly PostFile[];
  readonly older: OlderVersions;
  /** Of files with one slug or id, the lower number was there first, as far as history was asked. */
  readonly seniority: ReadonlyMap<string, number>;
}

/**
 * Gives each address and each id to one file: to the one that had it in the parent snapshot, else to the one that
 * was there first as far as history tells, else to an article before a page, and to the first by path. A file that goes without is a problem, and
 * keeps being served as it last was if that takes nothing from another (docs/design.md, The content repository).
 */
export function resolveDuplicates(input: Input): Resolved {
  const { files } = input;
  const isPlain = files.every(({ parsed }) => parsed !== null) && duplicatePaths(files).length === 0;
  if (isPlain) return { posts: files.flatMap(({ parsed }) => parsed ?? []), problems: [], held: new Map() };
  const claims = createClaims((claim) => olderClaim(claim.file, input));
  for (const file of files)
    claims.enter(file.parsed === null ? olderClaim(file, input) : claimOf(file, file.parsed, input));
  claims.resolve();
  return outcome(input, claims);
}

function outcome(
  { files, older }: Input,
  claims: Pick<ReturnType<typeof createClaims>, 'of' | 'rivalOf'>,
): Resolved {
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

/** A version of a file that asks for its slug and its id. */
interface Claim {
  readonly file: PostFile;
  readonly post: SnapshotPost;
  /** The lowest number wins; then the lowest seniority, then a present version over an older one, an article over a page, and the path. */
  readonly rank: number;
  readonly seniority: number;
}

/** What a file wanted, and the file that has it. */
interface Rival {
  readonly field: 'slug' | 'id';
  readonly path: string;
}

/**
 * Slugs and ids, each given to one file. A claim takes a slug or an id from a weaker one, which then falls back on
 * `fallback`: each file claims at most twice, so this ends in a time that grows with the number of files alone.
 */
function createClaims(fallback: (claim: Claim) => Claim | null) {
  const bySlug = new Map<string, Claim>();
  const byId = new Map<string, Claim>();
  const placed = new Map<PostFile, Claim>();
  const entered: Claim[] = [];

  const ownersOf = (post: SnapshotPost): readonly Claim[] =>
    [bySlug.get(post.slug), byId.get(post.id)].filter((owner) => owner !== undefined);

  function give(claim: Claim): void {
    bySlug.set(claim.post.slug, claim);
    byId.set(claim.post.id, claim);
    placed.set(claim.file, claim);
  }

  function takeFrom({ file, post }: Claim): void {
    bySlug.delete(post.slug);
    byId.delete(post.id);
    placed.delete(file);
  }

  /** Places a claim, and answers those that go without because of it. */
  function place(claim: Claim): readonly Claim[] {
    const owners = [...new Set(ownersOf(claim.post))];
    if (owners.some((owner) => compare(owner, claim) < 0)) return [claim];
    for (const owner of owners) takeFrom(owner);
    give(claim);
    return owners;
  }

  function placeAll(claims: readonly Claim[]): void {
    const waiting = [...claims];
    for (let claim = waiting.pop(); claim !== undefined; claim = waiting.pop()) {
      for (const refused of place(claim)) {
        const next = refused.post === refused.file.parsed ? fallback(refused) : null;
        if (next !== null) waiting.push(next);
      }
    }
  }

  return {
    enter(claim: Claim | null): void {
      if (claim !== null) entered.push(claim);
    },

    /** Resolves all claims entered; then what was refused is given if whoever had it let go of it meanwhile. */
    resolve(): void {
      placeAll(entered.toSorted((a, b) => compare(b, a)));
      for (const claim of entered.toSorted(compare)) {
        const own = placed.get(claim.file);
        if (own === claim || ownersOf(claim.post).some((owner) => owner !== own)) continue;
        if (own !== undefined) takeFrom(own);
        give(claim);
      }
    },

    /** The version of a file that got its slug and its id; null when none did. */
    of: (file: PostFile): SnapshotPost | null => placed.get(file)?.post ?? null,

    /** Who has what the present version of a file asks for; null when it asks for nothing or got it. */
    rivalOf({ parsed, path }: PostFile): Rival | null {
      if (parsed === null) return null;
      const slugOwner = bySlug.get(parsed.slug)?.file.path ?? path;
      if (slugOwner !== path) return { field: 'slug', path: slugOwner };
      const idOwner = byId.get(parsed.id)?.file.path ?? path;
      return idOwner === path ? null : { field: 'id', path: idOwner };
    },
  };
}

function compare(a: Claim, b: Claim): number {
  return (
    a.rank - b.rank ||
    a.seniority - b.seniority ||
    Number(a.post !== a.file.parsed) - Number(b.post !== b.file.parsed) ||
    Number(isPagePath(a.file.path)) - Number(isPagePath(b.file.path)) ||
    (a.file.path < b.file.path ? -1 : a.file.path > b.file.path ? 1 : 0)
  );
}
