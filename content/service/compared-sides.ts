import { fileIdAt } from '#content/git/tree-differences.ts';
import { settingsDispute, settingsNameOf } from '#content/merge/merge-settings.ts';
import type { ComparedSides, EditConflict } from '../contract/conflict.ts';
import type { SyncSides } from '../contract/sync-operations.ts';
import { readFileText } from '../files/file-text.ts';
import { isImagePath, isPostPath } from '../model/paths.ts';
import { indexOf } from '../model/post-index.ts';
import { type ImagePipeline, pictureOf } from './images/image-pipeline.ts';
import type { TakenFile } from './outside/outside-files.ts';
import {
  mergedOrConflict,
  type PostVersion,
  type Sides,
  tryReadVersion,
  wholeVersion,
} from './posts/post-version.ts';
import type { OpenQuestion } from './syncing/questions.ts';
import type { FileAt } from './syncing/tree-sides.ts';
import { authorView } from './waiting/author-view.ts';
import { newestVersion, situationOf } from './waiting/pending-keeping.ts';
import type { Workspace } from './workspace.ts';

type PostSides = Extract<ComparedSides, { kind: 'post' }>;
type FileSides = Exclude<ComparedSides, PostSides>;

/** Characters of a file that are shown. */
const MAX_SHOWN = 60_000;

interface ComparingContext {
  readonly workspace: Workspace;
  readonly images: Pick<ImagePipeline, 'variant'>;
}

interface ComparedFile {
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

/**
 * A file that another program changed beside what Encrier has of it, which for a post is its newest version, published or
 * waiting. A post becomes what the conflict screen shows. Null when the file was deleted.
 */
export async function outsideSides(
  context: ComparingContext,
  { path, base, disk }: TakenFile,
): Promise<ComparedSides | null> {
  if (disk === null) return null;
  const theirs = { path, bytes: disk.bytes };
  const start = base === null ? null : { path, bytes: base.bytes };
  const file = { base: start, theirs, ...(await newestOf(context.workspace, theirs)) };
  return postSides(file) ?? fileSides(context.images, file);
}

async function newestOf(
  workspace: Workspace,
  theirs: PostVersion,
): Promise<Pick<ComparedFile, 'path' | 'postId' | 'ours'>> {
  const snapshot = await workspace.current();
  const id = isPostPath(theirs.path) ? tryReadVersion(theirs)?.post.id : undefined;
  const view = await authorView(workspace, snapshot);
  if (id !== undefined && indexOf(view.snapshot.posts).byId.has(id) && !view.unreadable.has(id)) {
    const newest = newestVersion(await situationOf(workspace, snapshot, id));
    return { path: newest.path, postId: id, ours: newest.bytes };
  }
  const { path } = theirs;
  const commit = (await workspace.pending.tip()) ?? snapshot.commit;
  return { path, postId: null, ours: await readAt(workspace, { commit, path }) };
}

/** Null where no file is there. */
async function readAt(
  { objects, read }: Workspace,
  place: { readonly commit: string; readonly path: string },
): Promise<Uint8Array | null> {
  const id = await fileIdAt(objects, place);
  return id === null ? null : read(id);
}

/**
 * Both sides of a question as an author can compare them, ours as it is now. A post becomes what the conflict screen shows;
 * one that cannot be read, or has no id, is shown as the text of its file. Null when there is nothing of theirs to show,
 * or it was purged.
 */
export async function sidesOfQuestion(
  context: ComparingContext,
  question: OpenQuestion,
): Promise<SyncSides | null> {
  const file = await filesOfQuestion(context.workspace, question);
  if (file === null) return null;
  return postSides(file) ?? settingsSides(file) ?? fileSides(context.images, file);
}

async function filesOfQuestion(
  workspace: Workspace,
  { kind, path, postId, base, theirs, isPending }: OpenQuestion,
): Promise<ComparedFile | null> {
  const other = theirs === null ? null : await workspace.objects.tryRead(theirs.id);
  if (theirs === null || other === null) return null;
  const { commit, posts } = await workspace.current();
  const waiting = await workspace.pending.waiting();
  const waits = kind === 'apart' && !isPending ? waiting.posts.get(postId ?? '') : undefined;
  const waitingId = waits?.file.id ?? waiting.files.get(path);
  // The article may be elsewhere by now.
  const at =
    waits?.file.path ?? (postId === null ? undefined : indexOf(posts).byId.get(postId)?.path) ?? path;
  return {
    path: at,
    postId,
    base: await startOf(workspace, base),
    ours: waitingId == null ? await readAt(workspace, { commit, path: at }) : await workspace.read(waitingId),
    theirs: { path: theirs.path, bytes: other.bytes },
  };
}

/** Only the machine that asks has it where two histories had several beginnings, of which it made one (merge-trees.ts). */
async function startOf({ objects }: Workspace, base: FileAt | null): Promise<PostVersion | null> {
  const object = base === null ? null : await objects.tryRead(base.id);
  return base === null || object === null ? null : { path: base.path, bytes: object.bytes };
}

function settingsSides({ path, base, ours, theirs }: ComparedFile): SyncSides | null {
  const file = settingsNameOf(path);
  if (file === null || ours === null) return null;
  const dispute = settingsDispute(file, { base: base?.bytes ?? null, ours, theirs: theirs.bytes });
  // Comments of one side would go with whatever is chosen: they are seen in the file.
  if (dispute === null || dispute.carrier === null) return null;
  const fields = dispute.fields.map(({ key, ours: here, theirs: there }) => ({
    key,
    ours: here,
    theirs: there,
  }));
  return { kind: 'settings', file, fields };
}

/** What the conflict screen shows of two versions of a post; null when one is none that can be read, or another post. */
function postSides({ path, postId, base, ours, theirs }: ComparedFile): PostSides | null {
  if (!isPostPath(path) || ours === null || postId === null) return null;
  const here = tryReadVersion({ path, bytes: ours });
  const there = tryReadVersion(theirs);
  if (here?.post.id !== postId || there?.post.id !== postId) return null;
  // A base that cannot be read is none.
  const start = base === null ? null : tryReadVersion(base);
  return { kind: 'post', postId, edit: editConflict({ base: start, ours: there, theirs: here }) };
}

/** Both versions whole, one beside the other. */
async function fileSides(
  images: Pick<ImagePipeline, 'variant'>,
  { path, ours, theirs }: ComparedFile,
): Promise<FileSides> {
  if (!isImagePath(path)) return textSides(ours, theirs.bytes);
  const picture = (bytes: Uint8Array | null) => (bytes === null ? null : pictureOf(images, bytes));
  return { kind: 'image', ours: await picture(ours), theirs: await picture(theirs.bytes) };
}

/** What does not go together; what does is one agreed part, to be looked at and saved. */
function editConflict(sides: Sides): EditConflict {
  const merged = mergedOrConflict(sides);
  if (!('version' in merged)) return merged;
  const { revision: _, ...yours } = wholeVersion(merged.version);
  const { content: text, ...fields } = yours;
  const theirs = wholeVersion(sides.theirs);
  const { revision: __, ...base } = theirs;
  return { base, theirs, yours, merged: fields, fields: [], body: [{ kind: 'agreed', text }] };
}

function textSides(ours: Uint8Array | null, theirs: Uint8Array): FileSides {
  const [here, there] = [ours && readFileText(ours), readFileText(theirs)];
  if (there.kind === 'fault' || here?.kind === 'fault')
    return { kind: 'bytes', ours: ours?.length ?? null, theirs: theirs.length };
  const isCut = Math.max(here?.text.length ?? 0, there.text.length) > MAX_SHOWN;
  return {
    kind: 'text',
    isCut,
    ours: here?.text.slice(0, MAX_SHOWN) ?? null,
    theirs: there.text.slice(0, MAX_SHOWN),
  };
}
