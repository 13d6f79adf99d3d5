import { isLink } from '#content/git/tree.ts';
import type { EntryDifference } from '#content/git/tree-differences.ts';
import { areRules, mergeLines } from '#content/merge/merge-lines.ts';
import { mergePosts } from '#content/merge/merge-post.ts';
import {
  readSettings,
  type SettingsName,
  settingsDispute,
  settingsNameOf,
} from '#content/merge/merge-settings.ts';
import { isSameValue } from '#content/model/difference/value-changes.ts';
import { editPostFile } from '../../files/post-file.ts';
import { parseRedirectsFile, withRedirects } from '../../files/redirects-file.ts';
import { movedFile, type TreeChange } from '../../model/change-set.ts';
import { mergedPath, type ThreeWay } from '../../model/merge.ts';
import {
  CAPACITY_FILE,
  IMAGES_FOLDER,
  imageAddress,
  isImagePath,
  isPostPath,
  REDIRECTS_FILE,
  SITE_FILE,
} from '../../model/paths.ts';
import { isOfAClock } from '../../model/post-dates.ts';
import { GONE } from '../../model/redirects.ts';
import { type PostVersion, tryReadVersion } from '../posts/post-version.ts';
import {
  type Clash,
  type ClashKind,
  type FileAt,
  isSameFile,
  type Move,
  type ReadBlob,
  type Side,
  type Sides,
} from './tree-sides.ts';

export interface Outcome {
  /** What is done to our tree. */
  readonly changes: readonly TreeChange[];
  readonly clash: Clash | null;
}

/** What both sides did to a post, by its key, or to another file, by its path. */
export interface Moves {
  readonly key: string;
  readonly ours: Move;
  readonly theirs: Move;
}

const NOTHING: Outcome = { changes: [], clash: null };

/**
 * A post that both sides touched (docs/design.md, Merging prose). Deleted by both: gone. Deleted by one and changed by the other:
 * the text stays, and the author is asked. An address changed by one: the post has it, with the texts of both; changed
 * by both, each to another: ours, and the author is asked.
 */
export async function mergePostMoves(moves: Moves, read: ReadBlob): Promise<Outcome> {
  const { ours, theirs } = moves;
  if (isSameFile(ours.after, theirs.after)) return NOTHING;
  if (theirs.after === null) return { changes: [], clash: clashOf(moves, 'deleted-there') };
  if (ours.after === null) {
    const { path, id } = theirs.after;
    return { changes: [{ path, blob: id }], clash: clashOf(moves, 'deleted-here') };
  }
  const base = ours.before ?? theirs.before;
  return mergeBoth(moves, { base, ours: ours.after, theirs: theirs.after }, read);
}

async function mergeBoth(
  moves: Moves,
  { base, ours, theirs }: ThreeWay<FileAt, FileAt | null>,
  read: ReadBlob,
): Promise<Outcome> {
  const [mine, other] = [await read(ours.id), await read(theirs.id)];
  const start = base === null ? null : await read(base.id);
  const merged =
    start === null
      ? sameOrNull({ path: ours.path, bytes: mine }, { path: theirs.path, bytes: other })
      : mergePosts({ path: ours.path, base: start, ours: mine, theirs: other });
  if (merged?.kind !== 'merged') return { changes: [], clash: clashOf(moves, 'text') };
  const path = mergedPath(base?.path ?? null, ours.path, theirs.path);
  const at = path ?? ours.path;
  const isSame = at === ours.path && Buffer.compare(merged.bytes, mine) === 0;
  return {
    changes: isSame ? [] : movedFile(ours, { path: at, bytes: merged.bytes }),
    clash: path === null ? clashOf(moves, 'renamed') : null,
  };
}

/** Of two texts without a common one: where they are the same, but that one is published since, that. */
function sameOrNull(ours: PostVersion, theirs: PostVersion): { kind: 'merged'; bytes: Uint8Array } | null {
  if (Buffer.compare(ours.bytes, theirs.bytes) === 0) return { kind: 'merged', bytes: ours.bytes };
  const [draft, live] = [tryReadVersion(ours), tryReadVersion(theirs)].sort(
    (one, other) => Number(one?.post.isPublished) - Number(other?.post.isPublished),
  );
  if (draft == null || live == null || draft.post.isPublished || !live.post.isPublished) return null;
  const { published, publishedAt, importedFrom } = draft.post;
  // A date that somebody chose, here or where it was imported from: its author may have made a draft of it on purpose.
  if (importedFrom !== null || (published !== null && !isOfAClock(publishedAt))) return null;
  const bytes = editPostFile(draft.bytes, { fields: { isPublished: true, published: live.post.published } });
  return Buffer.compare(bytes, live.bytes) === 0 ? { kind: 'merged', bytes } : null;
}

function clashOf({ key, ours, theirs }: Moves, kind: ClashKind): Clash {
  const base = ours.before ?? theirs.before;
  const { path = key } = ours.after ?? theirs.after ?? {};
  const postId = kind === 'file' || isPostPath(key) ? null : key;
  return { kind, path, postId, base, ours: ours.after, theirs: theirs.after };
}

/** Files that are no posts: what one side changed, what both did put together, and images that a text still shows. */
export async function mergeOtherFiles({ ours, theirs }: Sides, read: ReadBlob): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const [goneThere, goneHere] = [imagesGone(theirs, ours), imagesGone(ours, theirs)];
  const [shownHere, shownThere] = [
    await shownOf(goneThere, ours, read),
    await shownOf(goneHere, theirs, read),
  ];
  for (const [key, move] of theirs.files) {
    const mine = ours.files.get(key);
    const isLink = [ours, theirs].some(({ entries }) => leads(entries.get(key)));
    if (mine !== undefined) outcomes.push(await mergeFiles({ key, ours: mine, theirs: move }, isLink, read));
    else if (move.after !== null) outcomes.push(changed({ path: key, blob: move.after.id }));
    else if (!shownHere.has(key)) outcomes.push(changed({ path: key, bytes: null }));
  }
  for (const path of shownThere) {
    const before = ours.files.get(path)?.before;
    if (before != null) outcomes.push(changed({ path, blob: before.id }));
  }
  return outcomes;
}

/** The images that a side deleted and the other one left as they were. */
function imagesGone({ files }: Side, other: Side): readonly string[] {
  return [...files].flatMap(([path, { after }]) =>
    after === null && isImagePath(path) && !other.files.has(path) ? [path] : [],
  );
}

/** Whether a symbolic link stood there, or stands there now. */
function leads(entry: EntryDifference | undefined): boolean {
  return [entry?.was, entry?.is].some((blob) => blob !== undefined && blob !== null && isLink(blob));
}

/** Those of the images that a post shows which this side changed, or that stays as this side has it: they stay then, whoever deleted them. */
async function shownOf(images: readonly string[], side: Side, read: ReadBlob): Promise<ReadonlySet<string>> {
  const shown = new Set<string>();
  if (images.length === 0) return shown;
  const byName = new Map(
    images.flatMap((path) => [path, imageAddress(path).slice(1)].map((name) => [name, path])),
  );
  const lengths = new Set([...byName.keys()].map((name) => name.length));
  const settings = [SITE_FILE, CAPACITY_FILE].map((file) => side.files.get(file));
  // Thousands of texts may wait while thousands of images go: each text is read once.
  for (const file of [...side.posts.values(), ...settings].flatMap((move) => move?.after ?? [])) {
    const text = Buffer.from(await read(file.id)).toString('utf8');
    for (let at = text.indexOf(FOLDER); at !== -1; at = text.indexOf(FOLDER, at + 1))
      for (const length of lengths) {
        const path = byName.get(text.slice(at, at + length));
        if (path !== undefined) shown.add(path);
      }
  }
  return shown;
}

const FOLDER = `${IMAGES_FOLDER}/`;

/**
 * A file other than a post that both sides changed: settings value by value, redirects by address, images by content, other
 * texts by line; symbolic links are no text. What exists on one side stays. What cannot be put together is ours, and the author is asked.
 */
async function mergeFiles(moves: Moves, isLink: boolean, read: ReadBlob): Promise<Outcome> {
  const { key: path, ours, theirs } = moves;
  if (isSameFile(ours.after, theirs.after)) return NOTHING;
  if (ours.after === null && theirs.after !== null) return changed({ path, blob: theirs.after.id });
  if (theirs.after === null || ours.after === null) return NOTHING;
  const disputed = { changes: [], clash: clashOf(moves, 'file') };
  if (isLink || isImagePath(path)) return disputed;
  const texts = {
    base: ours.before && (await read(ours.before.id)),
    ours: await read(ours.after.id),
    theirs: await read(theirs.after.id),
  };
  const merged = mergeTexts(path, texts);
  if (merged === null) return disputed;
  return Buffer.compare(merged, texts.ours) === 0 ? NOTHING : changed({ path, bytes: merged });
}

function changed(change: TreeChange): Outcome {
  return { changes: [change], clash: null };
}

function mergeTexts(path: string, texts: ThreeWay<Uint8Array, Uint8Array | null>): Uint8Array | null {
  const { base, ours, theirs } = texts;
  if (path === REDIRECTS_FILE) return mergeRedirects({ base: base ?? new Uint8Array(), ours, theirs });
  const settings = settingsNameOf(path);
  if (settings !== null) return base === null ? null : mergeValues(settings, { base, ours, theirs });
  return mergeLines({ base, ours, theirs }, areRules(path) ? 'rules' : 'text');
}

/** Our file, where every address leads that only they changed, or that they lead somewhere and ours calls gone. */
function mergeRedirects({ base, ours, theirs }: ThreeWay<Uint8Array>): Uint8Array | null {
  const [was, mine, other] = [base, ours, theirs].map((bytes) => parseRedirectsFile(bytes).redirects);
  if (!was || !mine || !other) return null;
  const changed = [...other].filter(
    ([from, to]) =>
      ![was.get(from), mine.get(from)].includes(to) && [was.get(from), GONE].includes(mine.get(from)),
  );
  return withRedirects(ours, changed);
}

/**
 * By lines where that says what the values say, so that comments of both sides stay; else the values, written into the file of
 * the one side that says more than those. Null, to be asked, where both do.
 */
function mergeValues(name: SettingsName, texts: ThreeWay<Uint8Array>): Uint8Array | null {
  const dispute = settingsDispute(name, texts);
  if (dispute === null || readSettings(name, texts.base) === null || dispute.fields.length > 0) return null;
  const merged = dispute.chosen(new Set());
  const byLines = mergeLines(texts, 'text');
  const isSame = byLines !== null && isSameValue(readSettings(name, byLines), readSettings(name, merged));
  if (isSame) return byLines;
  return dispute.carrier === null ? null : merged;
}
