import type { FieldEdits } from '../../files/front-matter-fields.ts';
import { editPostFile, newPostFile } from '../../files/post-file.ts';
import { ContentError } from '../../model/errors.ts';
import { DEFAULT_CATEGORY, FRONT_MATTER_FIELDS, type SnapshotPost } from '../../model/post.ts';
import { type LostPost, type Snapshot, withoutVersion } from '../../model/snapshot.ts';
import type { Workspace } from '../workspace.ts';
import { type ReadVersion, readVersion } from './posts-versions.ts';

/** The file of a post when its bytes are lost, whatever stands for them; null for any other. */
export function lostFile(snapshot: Snapshot, post: SnapshotPost): LostPost | null {
  const lost = snapshot.lost.get(post.slug);
  return lost?.path === post.path ? lost : null;
}

/** Whether no version of a post's text can be read. */
export function isTextLost(snapshot: Snapshot, post: SnapshotPost): boolean {
  return lostFile(snapshot, post)?.object === post.revision;
}

/**
 * The file of a post, as an edit begins from it. Of one that is lost, what stands for it: its last readable version with all
 * else that was known of the newest, or that alone, without a text.
 */
export async function presentVersion(
  workspace: Pick<Workspace, 'read'>,
  snapshot: Snapshot,
  post: SnapshotPost,
): Promise<ReadVersion> {
  const { path } = post;
  const lost = lostFile(snapshot, post);
  if (isTextLost(snapshot, post)) return readVersion({ path, bytes: newPostFile(statedFields(post), '') });
  const version = readVersion({ path, bytes: await workspace.read(post.revision) });
  if (lost?.known == null) return version;
  const fields = knownFields(lost.known, version.post);
  return readVersion({ path, bytes: editPostFile(version.bytes, { fields }) });
}

/** What the file said, as far as that can be told from what is computed and from what stands where nothing is said. */
function statedFields(post: SnapshotPost): FieldEdits {
  const category = post.category === DEFAULT_CATEGORY ? null : post.category;
  return { ...post, category, readTime: null };
}

/** What the newest version said otherwise; the time to read is computed from a text. */
function knownFields(known: SnapshotPost, older: SnapshotPost) {
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
  if (content === undefined)
    throw new ContentError('invalid', { path: post.path, field: 'content', reason: WITHOUT_TEXT });
  return true;
}

const WITHOUT_TEXT =
  'Le texte de cet article a été perdu par le dépôt\u00a0: copiez le vôtre, rouvrez l’article, collez-le et enregistrez. Rien n’a été enregistré.';

/** A new post at the path of a file of which nothing is known any more but its address, if there is one. */
export function inPlaceOfLost(snapshot: Snapshot, version: ReadVersion): ReadVersion {
  const lost = withoutVersion(snapshot).find(({ slug }) => slug === version.post.slug);
  return lost === undefined ? version : readVersion({ path: lost.path, bytes: version.bytes });
}
