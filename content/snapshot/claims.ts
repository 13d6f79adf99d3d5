import type { SnapshotPost } from '#content/model/post.ts';
import type { PostFile } from './snapshot-files.ts';

/** A version of a file that asks for its slug and its id. */
export interface Claim {
  readonly file: PostFile;
  readonly post: SnapshotPost;
  /** The lowest number wins; then the lowest seniority, then a present version over an older one, then the path. */
  readonly rank: number;
  readonly seniority: number;
}

/** What a file wanted, and the file that has it. */
export interface Rival {
  readonly field: 'slug' | 'id';
  readonly path: string;
}

/**
 * Slugs and ids, each given to one file. A claim takes a slug or an id from a weaker one, which then falls back on
 * `fallback`: each file claims at most twice, so this ends in a time that grows with the number of files alone.
 */
export function createClaims(fallback: (claim: Claim) => Claim | null) {
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

    /** Settles all claims entered; then what was refused is given if whoever had it let go of it meanwhile. */
    settle(): void {
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
    (a.file.path < b.file.path ? -1 : a.file.path > b.file.path ? 1 : 0)
  );
}
