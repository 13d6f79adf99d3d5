import { fileIdAt } from '#content/git/tree-differences.ts';
import { bodyOf } from '../files/front-matter-split.ts';
import { editPostFile, type PostFileEdit } from '../files/post-file.ts';
import { editSettingsFile } from '../files/settings-file.ts';
import type { FileChange } from '../model/change-set.ts';
import { ContentError } from '../model/errors.ts';
import { SITE_FILE } from '../model/paths.ts';
import type { SnapshotPost } from '../model/post.ts';
import type { Site } from '../model/site.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { ReadVersion } from './posts/post-version.ts';
import type { Workspace } from './workspace.ts';

/** What becomes of addresses: of one of an image that is a field's whole value, and of those in a text. */
export interface AddressEdit {
  readonly field: (address: string) => string | null;
  readonly text: (markdown: string) => string;
}

interface PostEditing {
  readonly snapshot: Snapshot;
  readonly post: SnapshotPost;
  readonly edit: AddressEdit;
}

/**
 * A post's file with its addresses edited, and no byte besides. Refuses (`invalid`) when what is served is not what the
 * file now is: it cannot be read, and an edit of the older version would lose it.
 */
export async function changedPost(
  workspace: Workspace,
  { snapshot, post, edit }: PostEditing,
): Promise<FileChange> {
  if (!(await isFileServed(workspace, snapshot, post)))
    throw new ContentError('invalid', {
      path: post.path,
      reason: `«\u00a0${post.title}\u00a0» en dépend, mais son fichier ne peut pas être lu\u00a0: corrigez-le d’abord (voir «\u00a0Problèmes\u00a0»).`,
    });
  const bytes = withAddressesEdited({ post, bytes: await workspace.read(post.revision) }, edit);
  return { path: post.path, bytes };
}

/** Whether what is served of a post is what its file now is. */
export async function isFileServed(
  { objects }: Pick<Workspace, 'objects'>,
  { commit }: Snapshot,
  { path, revision }: SnapshotPost,
): Promise<boolean> {
  return (await fileIdAt(objects, { commit, path })) === revision;
}

/** The bytes of a version of a post with its addresses edited, and no byte besides. */
export function withAddressesEdited(
  { post, bytes }: Omit<ReadVersion, 'path'>,
  edit: AddressEdit,
): Uint8Array {
  return editPostFile(bytes, postEdit(post, bodyOf(bytes), edit));
}

/** What a save changes of a post; a cover that goes takes its alternative text along. */
function postEdit(post: SnapshotPost, body: string, { field, text }: AddressEdit): PostFileEdit {
  const edited = (address: string | null) => (address === null ? null : field(address));
  const coverImage = edited(post.coverImage);
  const isCoverGone = coverImage === null && post.coverImage !== null;
  return {
    fields: {
      coverImage,
      ...(isCoverGone ? { coverImageAlt: null } : {}),
      ogImage: edited(post.ogImage),
    },
    body: text(body),
  };
}

/** site.yml with its images edited; null when it uses none of them. */
export async function changedSite(
  workspace: Workspace,
  { snapshot, edit }: Pick<PostEditing, 'snapshot' | 'edit'>,
): Promise<FileChange | null> {
  const { site, siteId } = snapshot;
  const edited = editedSite(site, edit);
  if (siteId === '' || JSON.stringify(edited) === JSON.stringify(site)) return null;
  const current = await fileIdAt(workspace.objects, { commit: snapshot.commit, path: SITE_FILE });
  if (current !== siteId)
    throw new ContentError('invalid', {
      path: SITE_FILE,
      reason:
        'Les textes du site sont concernés, mais site.yml ne peut pas être lu\u00a0: corrigez-le d’abord.',
    });
  return { path: SITE_FILE, bytes: editSettingsFile(await workspace.read(siteId), site, edited) };
}

function editedSite(site: Site, { field, text }: AddressEdit): Site {
  const ofField = (address: string | null) => (address === null ? null : field(address));
  /** A page that must have words keeps them. */
  const ofPage = (page: string) => (text(page).trim() === '' ? page : text(page));
  return {
    ...site,
    brand: { ...site.brand, logo: ofField(site.brand.logo) },
    owner: { ...site.owner, portrait: ofField(site.owner.portrait) },
    legal: { ...site.legal, notice: ofPage(site.legal.notice), privacy: ofPage(site.legal.privacy) },
  };
}
