import { mergePosts } from '#content/merge/merge-post.ts';
import type { EditConflict } from '../../contract/conflict.ts';
import type { PostEdit, WholePost } from '../../contract/fields.ts';
import { ContentError } from '../../model/errors.ts';
import type { BodyPart } from '../../model/merge.ts';
import { slugOfPath } from '../../model/paths.ts';
import { editVersion } from './posts-editing.ts';
import { checkDates } from './posts-fields.ts';
import {
  type PostVersion,
  pathWithSlug,
  type ReadVersion,
  readVersion,
  wholeVersion,
} from './posts-versions.ts';

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
    throw conflict(sides, {
      fields: slug === null ? [...outcome.fields, 'slug'] : [...outcome.fields],
      body: [...outcome.body],
    });
  if (slug === null) throw conflict(sides, { fields: ['slug'], body: agreedBody(outcome.bytes, theirs) });
  const version = readVersion({ path: pathWithSlug(theirs.path, slug), bytes: outcome.bytes });
  const isOurs = Buffer.compare(outcome.bytes, ours.bytes) === 0 && slug === slugOfPath(ours.path);
  return { version, wasMerged: !isOurs };
}

/** The address both sides want; null when each wants another one. */
function mergedSlug(base: PostVersion, ours: PostVersion, theirs: PostVersion): string | null {
  const [was, mine, other] = [base, ours, theirs].map(({ path }) => slugOfPath(path));
  if (mine === undefined || other === undefined) return null;
  if (mine === was || mine === other) return other;
  return other === was ? mine : null;
}

function agreedBody(bytes: Uint8Array, { path }: PostVersion): BodyPart[] {
  return [{ kind: 'agreed', text: wholeVersion(readVersion({ path, bytes })).content }];
}

/** `ours` is then theirs with the caller's fields: what it changes is disputed. */
function mergeWithoutBase({ base, ours, theirs }: Sides): MergedVersion {
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
  const part: BodyPart = isSameText
    ? { kind: 'agreed', text: yours.content }
    : { kind: 'disputed', base: '', theirs: other.content, yours: yours.content };
  throw conflict({ base, ours, theirs }, { fields, body: [part] });
}

function conflict(
  { base, ours, theirs }: Sides,
  { fields, body }: Pick<EditConflict, 'fields' | 'body'>,
): ContentError<'conflict'> {
  const edit: EditConflict = {
    base: base === null ? null : withoutRevision(wholeVersion(readVersion(base))),
    theirs: wholeVersion(theirs),
    yours: withoutRevision(wholeVersion(ours)),
    fields,
    body,
  };
  return new ContentError('conflict', { path: theirs.path, edit });
}

function withoutRevision({ revision: _, ...post }: WholePost): Omit<WholePost, 'revision'> {
  return post;
}

export interface CallerEdit {
  readonly edit: PostEdit;
  /** The version the caller started from; null when it is not known. */
  readonly base: PostVersion | null;
  readonly theirs: ReadVersion;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What a caller's edit makes of the post as it is now, whatever happened to it since the caller read it. */
export function applyEdit(caller: CallerEdit): MergedVersion {
  const { edit, base, theirs, now } = caller;
  const start = base === null ? theirs : readVersion(base);
  const { id, published } = theirs.post;
  const ours = editVersion(start, { edit, id, now, publishedElsewhere: published });
  if (base === theirs) return { version: ours, wasMerged: false };
  const merged = mergeVersions({ base, ours, theirs });
  checkDates(merged.version.post, theirs.post);
  return merged;
}
