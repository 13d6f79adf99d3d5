import { fileIdAt } from '#content/git/tree-differences.ts';
import { type ComparedSides, type EditConflict, editConflictSchema } from '../contract/conflict.ts';
import { hasCode } from '../model/errors.ts';
import { isImagePath, isPostPath } from '../model/paths.ts';
import { type ImagePipeline, pictureOf } from './images/image-pipeline.ts';
import type { TakenFile } from './outside/outside-files.ts';
import { mergeVersions, type Sides } from './posts/merge-versions.ts';
import { type PostVersion, tryReadVersion, wholeVersion } from './posts/post-version.ts';
import { authorView } from './waiting/author-view.ts';
import type { PendingVersions } from './waiting/pending.ts';
import { situationOf } from './waiting/pending-keeping.ts';
import type { Workspace } from './workspace.ts';

type PostSides = Extract<ComparedSides, { kind: 'post' }>;
type FileSides = Exclude<ComparedSides, PostSides>;

/** Characters of a file that are shown. */
const MAX_SHOWN = 60_000;

/** A file in two versions, to be compared. */
export interface ComparedFile {
  /** Where it is here. */
  readonly path: string;
  /** The post it is of, if it is one's. */
  readonly postId: string | null;
  /** Where both began; null when nobody knows. */
  readonly base: PostVersion | null;
  /** Null when it is not here any more. */
  readonly ours: Uint8Array | null;
  readonly theirs: PostVersion;
}

/** What the conflict screen shows of two versions of a post; null when one is none that can be read, or another post. */
export function postSides({ path, postId, base, ours, theirs }: ComparedFile): PostSides | null {
  if (!isPostPath(path) || ours === null || postId === null) return null;
  const here = tryReadVersion({ path, bytes: ours });
  const there = tryReadVersion(theirs);
  if (here?.post.id !== postId || there?.post.id !== postId) return null;
  // A base that cannot be read is none.
  const start = base === null ? null : tryReadVersion(base);
  return { kind: 'post', postId, edit: editConflict({ base: start, ours: there, theirs: here }) };
}

/** Both versions whole, one beside the other. */
export async function fileSides(
  images: Pick<ImagePipeline, 'variant'>,
  { path, ours, theirs }: ComparedFile,
): Promise<FileSides> {
  if (!isImagePath(path)) return textSides(ours, theirs.bytes);
  const picture = (bytes: Uint8Array | null) => (bytes === null ? null : pictureOf(images, bytes));
  return { kind: 'image', ours: await picture(ours), theirs: await picture(theirs.bytes) };
}

/** What does not go together; what does is one agreed part, to be looked at and saved. */
function editConflict(sides: Sides): EditConflict {
  try {
    const { revision: _, ...yours } = wholeVersion(mergeVersions(sides).version);
    const theirs = wholeVersion(sides.theirs);
    const { revision: __, ...base } = theirs;
    return { base, theirs, yours, fields: [], body: [{ kind: 'agreed', text: yours.content }] };
  } catch (error) {
    if (!hasCode(error, 'conflict')) throw error;
    return editConflictSchema.parse(error.data.edit);
  }
}

function textSides(ours: Uint8Array | null, theirs: Uint8Array): FileSides {
  const [here, there] = [ours === null ? null : textOf(ours), textOf(theirs)];
  if (there === null || (ours !== null && here === null))
    return { kind: 'bytes', ours: ours?.length ?? null, theirs: theirs.length };
  const isCut = Math.max(here?.length ?? 0, there.length) > MAX_SHOWN;
  return {
    kind: 'text',
    isCut,
    ours: here?.slice(0, MAX_SHOWN) ?? null,
    theirs: there.slice(0, MAX_SHOWN),
  };
}

/** Null when the bytes are no text. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null; // Not UTF-8.
  }
}

interface OutsideSidesOptions {
  readonly workspace: Workspace;
  readonly pending: PendingVersions;
  readonly images: Pick<ImagePipeline, 'variant'>;
}

/**
 * A file that another program changed beside what Encrier has of it, which for a post is its newest version, published or
 * waiting. A post becomes what the conflict screen shows. Null when the file was deleted.
 */
export async function outsideSides(
  options: OutsideSidesOptions,
  { path, base, disk }: TakenFile,
): Promise<ComparedSides | null> {
  if (disk === null) return null;
  const theirs = { path, bytes: disk.bytes };
  const start = base === null ? null : { path, bytes: base.bytes };
  const file = { base: start, theirs, ...(await oursOf(options, theirs)) };
  return postSides(file) ?? fileSides(options.images, file);
}

async function oursOf(
  { workspace, pending }: OutsideSidesOptions,
  theirs: ComparedFile['theirs'],
): Promise<Pick<ComparedFile, 'path' | 'postId' | 'ours'>> {
  const snapshot = await workspace.current();
  const id = isPostPath(theirs.path) ? tryReadVersion(theirs)?.post.id : undefined;
  const view = await authorView({ workspace, pending }, snapshot);
  if (id !== undefined && view.snapshot.posts.some((post) => post.id === id)) {
    const { newest } = await situationOf({ workspace, pending }, snapshot, id);
    return { path: newest.path, postId: id, ours: newest.bytes };
  }
  const { path } = theirs;
  const commit = (await pending.tip()) ?? snapshot.commit;
  const now = await fileIdAt(workspace.objects, { commit, path });
  return { path, postId: null, ours: now === null ? null : await workspace.read(now) };
}
