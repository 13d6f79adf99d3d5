import { type EditConflict, editConflictSchema } from '../../contract/conflict.ts';
import type { SyncSides } from '../../contract/sync-operations.ts';
import { hasCode } from '../../model/errors.ts';
import { isImagePath, isPostPath } from '../../model/paths.ts';
import { fileIdAt } from '../../store/file-at-commit.ts';
import { mergePosts } from '../../store/merge/merge-post.ts';
import type { ImagePipeline } from '../image-pipeline.ts';
import { mergeVersions } from '../posts-merging.ts';
import { type PostVersion, type ReadVersion, tryReadVersion, wholeVersion } from '../posts-versions.ts';
import { pictureOf } from '../small-picture.ts';
import type { Workspace } from '../workspace.ts';
import { settingsDispute, settingsNameOf } from './disputed-settings.ts';
import type { OpenClash } from './open-clashes.ts';

/** Characters of a file that are shown. */
const MAX_SHOWN = 60_000;

interface SidesOptions {
  readonly workspace: Workspace;
  readonly images: Pick<ImagePipeline, 'variant'>;
}

/** The bytes of each side; null where there is none. */
interface Texts {
  readonly base: Uint8Array | null;
  readonly ours: Uint8Array | null;
  readonly theirs: Uint8Array;
}

/**
 * Both sides of a question as an author can compare them, ours as it is now. A post becomes what the conflict screen shows;
 * one that cannot be read, or has no id, is shown as the text of its file. Null when there is nothing of theirs to show.
 */
export async function readSides(options: SidesOptions, clash: OpenClash): Promise<SyncSides | null> {
  const { workspace, images } = options;
  if (clash.theirs === null) return null;
  const texts = await readTexts(workspace, clash);
  const asPost = isPostPath(clash.path) ? await postSides(clash, texts) : null;
  if (asPost !== null) return asPost;
  const { base, ours, theirs } = texts;
  const name = settingsNameOf(clash.path);
  const dispute = name === null || ours === null ? null : settingsDispute(name, { base, ours, theirs });
  if (name !== null && dispute !== null)
    return {
      kind: 'settings',
      file: name,
      fields: dispute.fields.map((field) => ({ key: field.key, ours: field.ours, theirs: field.theirs })),
    };
  if (!isImagePath(clash.path)) return textSides(texts);
  const picture = (bytes: Uint8Array | null) => (bytes === null ? null : pictureOf(images, bytes));
  return { kind: 'image', ours: await picture(ours), theirs: await picture(theirs) };
}

async function readTexts(workspace: Workspace, clash: OpenClash): Promise<Texts> {
  const { commit } = await workspace.current();
  const now = await fileIdAt(workspace.objects, { commit, path: clash.path });
  const read = async (id: string | null | undefined) => (id == null ? null : workspace.read(id));
  return {
    base: await read(clash.base?.id),
    ours: await read(now),
    theirs: (await read(clash.theirs?.id)) ?? new Uint8Array(),
  };
}

async function postSides(clash: OpenClash, { base, ours, theirs }: Texts): Promise<SyncSides | null> {
  if (ours === null || clash.postId === null || clash.theirs === null) return null;
  const here = tryReadVersion({ path: clash.path, bytes: ours });
  const there = tryReadVersion({ path: clash.theirs.path, bytes: theirs });
  if (here?.post.id !== clash.postId || there?.post.id !== clash.postId) return null;
  const start = base === null || clash.base === null ? null : { path: clash.base.path, bytes: base };
  const edit = await editConflict({ start, here, there });
  return { kind: 'post', postId: clash.postId, edit };
}

interface Posts {
  readonly start: PostVersion | null;
  readonly here: ReadVersion;
  readonly there: ReadVersion;
}

/** What does not go together; what does is one agreed part, to be looked at and saved. */
async function editConflict({ start, here, there }: Posts): Promise<EditConflict> {
  // A base that cannot be read is none.
  const base = start === null ? null : tryReadVersion(start);
  try {
    const { version } = await mergeVersions(mergePosts, { base, ours: there, theirs: here });
    const { revision: _, ...yours } = wholeVersion(version);
    const { revision: __, ...before } = wholeVersion(here);
    const body = [{ kind: 'agreed' as const, text: yours.content }];
    return { base: before, theirs: wholeVersion(here), yours, fields: [], body };
  } catch (error) {
    if (!hasCode(error, 'conflict')) throw error;
    return editConflictSchema.parse(error.data.edit);
  }
}

function textSides({ ours, theirs }: Texts): SyncSides {
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
