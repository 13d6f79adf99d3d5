import { mergePosts } from '#content/merge/merge-post.ts';
import type { EditConflict } from '../../contract/conflict.ts';
import type { WholePost } from '../../contract/fields.ts';
import { ContentError } from '../../model/errors.ts';
import type { BodyPart } from '../../model/merge.ts';
import { slugOfPath } from '../../model/paths.ts';
import {
  type PostVersion,
  pathWithSlug,
  type ReadVersion,
  readVersion,
  wholeVersion,
} from './post-version.ts';

export interface Sides {
  /** What the caller started from; null when nobody knows that version any more. */
  readonly base: PostVersion | null;
  /** The base as the caller changed it. */
  readonly ours: ReadVersion;
  /** What is there now. */
  readonly theirs: ReadVersion;
}

export interface MergedVersion {
  readonly version: ReadVersion;
  /** Whether it differs from what the caller made. */
  readonly wasMerged: boolean;
}

/**
 * Both changes in one version. Throws ContentError 'conflict' with both texts when they do not go together, and when the
 * version the caller started from is not known: nothing is ever overwritten (docs/design.md, Writing).
 */
export function mergeVersions(sides: Sides): MergedVersion {
  const { base, ours, theirs } = sides;
  if (base === null) return mergeWithoutBase(sides);
  const slug = mergedSlug(base, ours, theirs);
  const outcome = mergePosts({
    base: base.bytes,
    ours: ours.bytes,
    theirs: theirs.bytes,
    path: theirs.path,
  });
  if (outcome.kind === 'conflict')
    throw conflict(sides, slug === null ? [...outcome.fields, 'slug'] : outcome.fields, outcome.body);
  if (slug === null)
    throw conflict(sides, ['slug'], [agreed(readVersion({ path: theirs.path, bytes: outcome.bytes }))]);
  const version = readVersion({ path: pathWithSlug(theirs.path, slug), bytes: outcome.bytes });
  const isOurs = Buffer.compare(outcome.bytes, ours.bytes) === 0 && slug === slugOfPath(ours.path);
  return { version, wasMerged: !isOurs };
}

/** The address both sides want; null when each wants another one. */
function mergedSlug(base: PostVersion, ours: PostVersion, theirs: PostVersion): string | null {
  const [was, mine, other] = [slugOfPath(base.path), slugOfPath(ours.path), slugOfPath(theirs.path)];
  if (mine === was || mine === other) return other;
  return other === was ? mine : null;
}

function agreed(version: ReadVersion): BodyPart {
  return { kind: 'agreed', text: wholeVersion(version).content };
}

/** `ours` is then theirs with the caller's fields: what it changes is disputed. */
function mergeWithoutBase(sides: Sides): MergedVersion {
  const { ours, theirs } = sides;
  const [yours, other] = [wholeVersion(ours), wholeVersion(theirs)];
  const names = Object.keys(yours) as (keyof WholePost)[]; // the keys of an object of this type
  const fields = names.filter(
    (name) =>
      name !== 'content' &&
      name !== 'revision' &&
      JSON.stringify(yours[name]) !== JSON.stringify(other[name]),
  );
  const isSameText = yours.content === other.content;
  if (fields.length === 0 && isSameText) return { version: theirs, wasMerged: false };
  const disputed = { kind: 'disputed', base: '', theirs: other.content, yours: yours.content } as const;
  throw conflict(sides, fields, [isSameText ? agreed(ours) : disputed]);
}

function conflict(
  { base, ours, theirs }: Sides,
  fields: readonly string[],
  body: readonly BodyPart[],
): ContentError<'conflict'> {
  const edit: EditConflict = {
    base: base === null ? null : withoutRevision(readVersion(base)),
    theirs: wholeVersion(theirs),
    yours: withoutRevision(ours),
    fields: [...fields],
    body: [...body],
  };
  return new ContentError('conflict', { path: theirs.path, edit });
}

function withoutRevision(version: ReadVersion): Omit<WholePost, 'revision'> {
  const { revision: _, ...post } = wholeVersion(version);
  return post;
}
