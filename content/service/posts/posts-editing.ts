import type { PostEdit } from '../../contract/fields.ts';
import { editPostFile } from '../../files/post-file.ts';
import { checkDates, fieldEdits } from './posts-fields.ts';
import { checkAddress } from './posts-index.ts';
import { pathWithSlug, type ReadVersion, readVersion } from './posts-versions.ts';

interface Editing {
  readonly edit: PostEdit;
  /** The post's id, which an old version need not state. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The date under which somebody else published the post meanwhile, if so. */
  readonly publishedElsewhere: string | null;
}

/**
 * A version with a caller's changes, and no byte changed besides. A post that is published gets its date, and one that
 * had no id in its file gets it written; a change of nothing gives the same bytes (docs/design.md, The content repository).
 */
export function editVersion(version: ReadVersion, editing: Editing): ReadVersion {
  const { edit, id, now, publishedElsewhere } = editing;
  const { bytes, post } = version;
  const given = fieldEdits(edit);
  const isPublished = given.isPublished ?? post.isPublished;
  const published = given.published === undefined ? post.published : given.published;
  const dated =
    isPublished && (published === null || published === '')
      ? { ...given, published: publishedElsewhere ?? new Date(now).toISOString() }
      : given;
  const { published: from = post.published, unpublishAt: until = post.unpublishAt } = dated;
  checkDates({ published: from, unpublishAt: until }, post);
  const body = edit.content === undefined ? {} : { body: edit.content };
  const edited = editPostFile(bytes, { fields: dated, ...body });
  const slug = edit.slug ?? post.slug;
  if (slug !== post.slug) checkAddress(slug);
  const path = pathWithSlug(version.path, slug);
  if (path === version.path && Buffer.compare(edited, bytes) === 0) return version;
  return readVersion({ path, bytes: editPostFile(edited, { fields: { id } }) });
}
