import { objectId } from '#content/git/objects/object-id.ts';
import type { WholePost } from '../../contract/fields.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import { parsePostFile } from '../../files/post-file.ts';
import { ContentError } from '../../model/errors.ts';
import { slugOfPath } from '../../model/paths.ts';
import type { PostMetadata, SnapshotPost } from '../../model/post.ts';

/** The bytes of a post's file, and where they are or are to be. */
export interface PostVersion {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A version that was read: its post, whole. */
export interface ReadVersion extends PostVersion {
  readonly post: SnapshotPost;
}

/** Reads a version that is to be written. Throws ContentError 'invalid' with the reason when it is no post. */
export function readVersion(version: PostVersion): ReadVersion {
  const parsed = parsePostFile(version);
  if (parsed.kind === 'problem') {
    const reason = parsed.problems[0]?.reason ?? 'Cet article ne peut pas être lu.';
    throw new ContentError('invalid', { path: version.path, reason });
  }
  const revision = objectId('blob', version.bytes);
  return { ...version, post: { ...parsed.post, revision } };
}

/** The same, or null when the version is no post. */
export function tryReadVersion(version: PostVersion): ReadVersion | null {
  const parsed = parsePostFile(version);
  if (parsed.kind === 'problem') return null;
  return { ...version, post: { ...parsed.post, revision: objectId('blob', version.bytes) } };
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

/** Where the file of `path` goes when its post takes another address: the same folder. */
export function pathWithSlug(path: string, slug: string): string {
  return slug === slugOfPath(path) ? path : `${path.slice(0, path.lastIndexOf('/'))}/${slug}.md`;
}
