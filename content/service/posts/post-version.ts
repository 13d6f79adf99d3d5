import { randomUUID } from 'node:crypto';
import { objectId } from '#content/git/objects/object-id.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { keysOfOurs } from '#content/merge/merge-front-matter.ts';
import { mergePosts } from '#content/merge/merge-post.ts';
import type { EditConflict } from '../../contract/conflict.ts';
import type { NewPost, PostEdit, WholePost } from '../../contract/fields.ts';
import type { PostState, SavedPost } from '../../contract/posts-operations.ts';
import type { FieldEdits } from '../../files/front-matter-fields.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import {
  editPostFile,
  metadataOfFile,
  newPostFile,
  parsePostFile,
  uuidOfPath,
} from '../../files/post-file.ts';
import { ContentError } from '../../model/errors.ts';
import { calledField } from '../../model/field-names.ts';
import { type BodyPart, mergedPath } from '../../model/merge.ts';
import { parisYear } from '../../model/paris-time.ts';
import { addressOfPath, isPagePath, pagePath, pathWithSlug, postPath } from '../../model/paths.ts';
import { MAX_BODY_BYTES, METADATA_FIELDS, type PostMetadata, type SnapshotPost } from '../../model/post.ts';
import { areSameDates, dateFault, isOfAClock, type PostDates } from '../../model/post-dates.ts';
import { DEFAULT_CATEGORY, FRONT_MATTER_FIELDS } from '../../model/post-fields.ts';
import { capitalized, postWords } from '../../model/post-words.ts';
import { slugFromTitle } from '../../model/slug.ts';
import type { Moments, Snapshot } from '../../model/snapshot.ts';
import type { FileAt, ReadBlob } from '../syncing/tree-sides.ts';
import { checkAddress, isTextLost, lostFile } from './find-post.ts';

/** The bytes of a post's file, and where they are or are to be. */
export interface PostVersion {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** As a change of its file has it (TreeChange). */
  readonly mode?: string;
}

export interface ReadVersion extends PostVersion {
  readonly post: SnapshotPost;
}

/** Reads a version that is to be written. Throws ContentError 'invalid' with the reason when it is no post. */
export function readVersion(version: PostVersion): ReadVersion {
  const parsed = parsePostFile(version);
  if (parsed.kind === 'post')
    return { ...version, post: { ...parsed.post, revision: objectId('blob', version.bytes) } };
  const reason =
    parsed.problems[0]?.reason ??
    `${capitalized(postWords({ isPage: isPagePath(version.path) }).this)} ne peut pas être lu.`;
  throw new ContentError('invalid', { path: version.path, reason });
}

/** The same, or null when the version is no post. */
export function tryReadVersion(version: PostVersion): ReadVersion | null {
  const parsed = parsePostFile(version);
  if (parsed.kind === 'problem') return null;
  return { ...version, post: { ...parsed.post, revision: objectId('blob', version.bytes) } };
}

/** The file that a post is in. */
export function fileOf({ path, revision }: Pick<SnapshotPost, 'path' | 'revision'>): FileAt {
  return { path, id: revision };
}

/** The version in a file. Throws ContentError 'invalid' when it is no post. */
export async function readFile(
  { read }: { readonly read: ReadBlob },
  { path, id }: FileAt,
): Promise<ReadVersion> {
  return readVersion({ path, bytes: await read(id) });
}

/** The same; null when its bytes are lost, or are no post. */
export async function tryReadFile(
  objects: Pick<ObjectStore, 'tryRead'>,
  { path, id }: FileAt,
): Promise<ReadVersion | null> {
  const object = await objects.tryRead(id);
  return object?.type === 'blob' ? tryReadVersion({ path, bytes: object.bytes }) : null;
}

/** What readers see of a post at `now` (milliseconds since 1970). */
export function postState({ isPublished, publishedAt, unpublishedAt }: Moments, now: number): PostState {
  if (!isPublished || publishedAt === null) return 'draft';
  if (unpublishedAt !== null && unpublishedAt <= now) return 'withdrawn';
  return publishedAt > now ? 'scheduled' : 'published';
}

/** What the contract shows of a post: nothing of where it is kept. */
export function metadataOf(post: SnapshotPost): PostMetadata {
  const { path: _path, revision: _revision, publishedAt: _from, unpublishedAt: _until, ...metadata } = post;
  return metadata;
}

/** A version as the contract shows it, its text included. */
export function wholeVersion({ post, bytes }: ReadVersion): WholePost {
  return { ...metadataOf(post), content: bodyOf(bytes), revision: post.revision };
}

/** What a save answers, when nothing was merged and no link is to be mended. */
export function savedPost(version: ReadVersion, now: number, change: SavedPost['change']): SavedPost {
  const state = postState(version.post, now);
  return { ...wholeVersion(version), state, change, wasMerged: false, hasPending: false, linksToMend: [] };
}

/** A path that no post has, to see which id a file states by itself. */
const NOWHERE = 'posts/nulle-part.md';

/**
 * The version a caller says it started from, or null when the repository does not have it, or it is no version of this
 * post. `path` is where it was.
 */
export async function versionOf(
  { objects }: { readonly objects: Pick<ObjectStore, 'tryRead'> },
  { revision, id, path }: { readonly revision: string; readonly id: string; readonly path: string },
): Promise<ReadVersion | null> {
  const version = await tryReadFile(objects, { path, id: revision });
  if (version === null || version.post.id === id) return version;
  // A file without an id may be this post before its first save: then it had another path, and so another id.
  const statesNoId = readVersion({ ...version, path: NOWHERE }).post.id === uuidOfPath(NOWHERE);
  return statesNoId ? version : null;
}

/**
 * The file of a post, as an edit begins from it. Of one that is lost, what stands for it: its last readable version with all
 * else that was known of the newest, or that alone, without a text.
 */
export async function presentVersion(
  workspace: { readonly read: ReadBlob },
  snapshot: Snapshot,
  post: SnapshotPost,
): Promise<ReadVersion> {
  const { path } = post;
  if (isTextLost(snapshot, post)) return readVersion({ path, bytes: newPostFile(statedFields(post), '') });
  const version = await readFile(workspace, fileOf(post));
  const known = lostFile(snapshot, post)?.known ?? null;
  if (known === null) return version;
  const fields = knownFields(known, version.post);
  return readVersion({ path, bytes: editPostFile(version.bytes, { fields }) });
}

/** What the file said, as far as that can be told from what is computed and from what stands where nothing is said. */
function statedFields(post: SnapshotPost): FieldEdits {
  const category = post.category === DEFAULT_CATEGORY ? null : post.category;
  return { ...post, category, readTime: null };
}

/** What the newest version said otherwise; the time to read is computed from a text. */
function knownFields(known: SnapshotPost, older: SnapshotPost): FieldEdits {
  const differing = FRONT_MATTER_FIELDS.filter(
    (field) => field !== 'readTime' && JSON.stringify(known[field]) !== JSON.stringify(older[field]),
  );
  return Object.fromEntries(differing.map((field) => [field, known[field]]));
}

interface Start {
  readonly post: SnapshotPost;
  readonly basedOn: string;
  readonly content?: string | undefined;
}

/**
 * Whether an edit started from the version that is lost: its author has the text, or wrote it anew. Throws ContentError
 * 'invalid' when the text is not given: what is lost cannot be kept as it was.
 */
export function startsFromLost(snapshot: Snapshot, { post, basedOn, content }: Start): boolean {
  if (lostFile(snapshot, post)?.object !== basedOn) return false;
  if (content !== undefined) return true;
  throw new ContentError('invalid', { path: post.path, field: 'content', reason: withoutText(post) });
}

function withoutText(post: SnapshotPost): string {
  const { this: this_, the } = postWords(post);
  return `Le texte de ${this_} a été perdu par le dépôt\u00a0: copiez le vôtre, rouvrez ${the}, collez-le et enregistrez. Rien n’a été enregistré.`;
}

interface Editing {
  readonly edit: PostEdit;
  /** The post's id, which an old version need not state. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What is there now, where that may be another than what the edit began from. */
  readonly theirs?: SnapshotPost;
}

/**
 * A version with a caller's changes, and no byte changed besides. A post that is published gets its date, and one that
 * had no id in its file gets it written; a change of nothing gives the same bytes (docs/design.md, The content repository).
 */
export function editVersion(version: ReadVersion, editing: Editing): ReadVersion {
  const { bytes, post } = version;
  const { edit, id, now, theirs = post } = editing;
  const given = fieldEdits(edit);
  const isPublished = given.isPublished ?? post.isPublished;
  const published = given.published === undefined ? post.published : given.published;
  const dated =
    isPublished && (published === null || published === '')
      ? { ...given, published: dateLeftOpen(post, theirs, now) }
      : given;
  const { published: from = post.published, unpublishAt: until = post.unpublishAt } = dated;
  checkDates({ published: from, unpublishAt: until }, post);
  const body = edit.content === undefined ? {} : { body: edit.content };
  const edited = editPostFile(bytes, { fields: dated, ...body });
  const slug = edit.slug ?? post.slug;
  if (slug !== post.slug) checkAddress(slug, post.isPage === true);
  const path = pathWithSlug(version.path, slug);
  if (path === version.path && Buffer.compare(edited, bytes) === 0) return version;
  return readVersion({ path, bytes: editPostFile(edited, { fields: { id } }) });
}

/** What is published without a date keeps the one it has, at which readers saw it or that came from elsewhere; else it appears now. */
function dateLeftOpen(start: SnapshotPost, theirs: SnapshotPost, now: number): string {
  const { published, publishedAt } = theirs;
  const isTakenAway = published === start.published && publishedAt !== null && publishedAt > now;
  return published === null || isTakenAway ? new Date(now).toISOString() : published;
}

/** So far from the date that a save gives a text its commit may be, in milliseconds. */
const SAVING_MS = 10_000;

/**
 * A version that nobody had yet, dated by its publication where its date is only that of the moment it was kept at, by whatever clock:
 * neither one that its author chose nor that of an import.
 */
export function datedByPublication(
  version: ReadVersion,
  waited: { readonly savedAt: number } | null,
  now: number,
): ReadVersion {
  const { id, importedFrom, publishedAt } = version.post;
  if (importedFrom !== null || !isOfAClock(publishedAt)) return version;
  const isOfSave = waited !== null && Math.abs(publishedAt - waited.savedAt) < SAVING_MS;
  if (publishedAt > now && !isOfSave) return version;
  const edit = { published: new Date(now).toISOString() };
  return editVersion(version, { edit, id, now });
}

/** A post to be made, and the id that it is to have; any where that is absent. */
export type NewPostWithId = NewPost & { readonly id?: string | undefined };

/** The file that a new post is written as. Throws ContentError 'invalid'. */
export function newVersion(input: NewPostWithId, now: number): ReadVersion {
  const given = fieldEdits(input);
  const slug = input.slug === '' ? slugFromTitle(input.title) : input.slug;
  const isPage = input.isPage === true;
  checkAddress(slug, isPage);
  const isUndated = (given.published ?? '') === '';
  const published = isUndated && given.isPublished === true ? new Date(now).toISOString() : given.published;
  const fields = { ...given, id: input.id ?? randomUUID(), published: published ?? null };
  checkDates({ published: fields.published, unpublishAt: given.unpublishAt ?? null }, null);
  const year = parisYear(isUndated ? now : Date.parse(published ?? ''));
  const path = isPage ? pagePath(slug) : postPath(slug, year);
  return readVersion({ path, bytes: newPostFile(fields, input.content) });
}

/** What a call changes of the front matter. Throws ContentError 'invalid' for texts that no file can hold. */
function fieldEdits(input: Partial<NewPost> | PostEdit): FieldEdits {
  const given = FRONT_MATTER_FIELDS.flatMap((field) => {
    const value = field === 'id' ? undefined : input[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  for (const [field, value] of given) for (const text of textsOf(value)) checkText(field, text);
  if (input.content !== undefined) checkContent(input.content);
  return Object.fromEntries(given);
}

function textsOf(value: string | boolean | readonly string[] | null): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? value : [];
}

/** Refuses dates that no post can have, unless it had them already: a file may say anything. Null for a new post. */
export function checkDates(wanted: PostDates, had: PostDates | null): void {
  const fault = dateFault(wanted);
  if (fault === null || (had !== null && areSameDates(wanted, had))) return;
  throw new ContentError('invalid', { path: '', ...fault });
}

function checkContent(content: string): void {
  checkText('content', content);
  if (Buffer.byteLength(content) > MAX_BODY_BYTES)
    throw new ContentError('invalid', { path: '', field: 'content', reason: 'Le texte dépasse 2 Mo.' });
}

/** A NUL makes a file binary for git and for every editor; half a character has no form in UTF-8. */
function checkText(field: string, text: string): void {
  const fault = text.includes('\0')
    ? 'un caractère nul, qu’aucun fichier de texte ne peut garder'
    : /\p{Surrogate}/u.test(text)
      ? 'la moitié d’un caractère'
      : null;
  if (fault === null) return;
  throw new ContentError('invalid', { path: '', field, reason: `${calledField(field)} contient ${fault}.` });
}

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
  const merged = mergedOrConflict(sides);
  if ('version' in merged) return merged;
  throw new ContentError('conflict', { path: sides.theirs.path, edit: merged });
}

/** The same; what does not go together is answered. */
export function mergedOrConflict(sides: Sides): MergedVersion | EditConflict {
  const { base, ours, theirs } = sides;
  if (base === null) return mergeWithoutBase(sides);
  // Null where each side wants another address.
  const path = mergedPath(base.path, theirs.path, ours.path);
  const outcome = mergePosts({
    base: base.bytes,
    ours: ours.bytes,
    theirs: theirs.bytes,
    path: theirs.path,
  });
  const at = path ?? theirs.path;
  if (outcome.kind === 'conflict') {
    const { stated, body } = outcome;
    const file = { path: at, body: bodyOf(theirs.bytes) };
    const merged = stated === null ? metadataOf(theirs.post) : metadataOfFile({ ...file, stated });
    const fields = path === null ? [...outcome.fields, 'slug'] : [...outcome.fields];
    return conflict(sides, { fields, merged, body: [...body] });
  }
  const version = readVersion({ path: at, bytes: outcome.bytes });
  if (path === null)
    return conflict(sides, { fields: ['slug'], merged: metadataOf(version.post), body: [agreed(version)] });
  const isAtOurs = addressOfPath(path) === addressOfPath(ours.path);
  const isOurs = isAtOurs && Buffer.compare(outcome.bytes, ours.bytes) === 0;
  return { version, wasMerged: !isOurs };
}

function agreed(version: ReadVersion): BodyPart {
  return { kind: 'agreed', text: wholeVersion(version).content };
}

/** `ours` is then theirs with the caller's fields: what it changes is disputed. */
function mergeWithoutBase(sides: Sides): MergedVersion | EditConflict {
  const { ours, theirs } = sides;
  const [yours, other] = [wholeVersion(ours), wholeVersion(theirs)];
  const known = METADATA_FIELDS.filter(
    (field) => JSON.stringify(yours[field]) !== JSON.stringify(other[field]),
  );
  const fields = [...known, ...keysOfOurs({ base: null, ours: ours.bytes, theirs: theirs.bytes })];
  const isSameText = yours.content === other.content;
  if (fields.length === 0 && isSameText) return { version: theirs, wasMerged: false };
  const disputed = { kind: 'disputed', base: '', theirs: other.content, yours: yours.content } as const;
  const body = [isSameText ? agreed(ours) : disputed];
  return conflict(sides, { fields, merged: metadataOf(theirs.post), body });
}

function conflict(
  { base, ours, theirs }: Sides,
  disputed: Pick<EditConflict, 'fields' | 'merged' | 'body'>,
): EditConflict {
  return {
    base: base === null ? null : withoutRevision(readVersion(base)),
    theirs: wholeVersion(theirs),
    yours: withoutRevision(ours),
    ...disputed,
  };
}

function withoutRevision(version: ReadVersion): Omit<WholePost, 'revision'> {
  const { revision: _, ...post } = wholeVersion(version);
  return post;
}
