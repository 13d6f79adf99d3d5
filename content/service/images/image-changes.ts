import { createHash } from 'node:crypto';
import { fileIdIn } from '#content/git/tree-differences.ts';
import { commitMessage } from '../../contract/commit-sentences.ts';
import type { UploadedImage } from '../../contract/images-operations.ts';
import type { FileChange, Person } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import { imageDigest, readablePart } from '../../model/image-name.ts';
import { mendAddresses } from '../../model/image-references/mend.ts';
import { removeImages } from '../../model/image-references/remove.ts';
import { imageAddress, isImagePath } from '../../model/paths.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { makeOneCommit, type Plan } from '../one-commit.ts';
import { authorView } from '../waiting/author-view.ts';
import { keepEdited } from '../waiting/pending-edits.ts';
import type { PendingContext } from '../waiting/pending-keeping.ts';
import type { Workspace } from '../workspace.ts';
import { fileName, findImage, uploadedImage } from './image-answers.ts';
import { changedPost, changedSite, type ImageEdit } from './image-edits.ts';
import type { DescribeImage } from './image-upload.ts';
import { type ImageUses, imagePath } from './image-uses.ts';

interface ImageChangesOptions {
  readonly describe: DescribeImage;
  readonly origin: string | undefined;
  readonly uses: ImageUses;
  /** What waits to be published uses images too. */
  readonly waiting: PendingContext;
}

/**
 * Renames and removes images, with every reference to them in posts and site.yml, as one commit, and those of texts that wait
 * to be published. Refuses (`invalid`) when
 * a file that uses the image cannot be read as it is now: it would keep an address that leads nowhere.
 */
export function createImageChanges(
  workspace: Workspace,
  { describe, origin, uses, waiting }: ImageChangesOptions,
) {
  async function withReferences(snapshot: Snapshot, path: string, edit: ImageEdit): Promise<FileChange[]> {
    const users = (await uses.byImage(snapshot)).get(path) ?? [];
    const changes: FileChange[] = [];
    for (const post of users) changes.push(await changedPost(workspace, { snapshot, post, edit }));
    const site = await changedSite(workspace, { snapshot, edit });
    return site === null ? changes : [...changes, site];
  }

  /** What waits goes along, as far as it waits here. */
  async function editWaiting(edit: ImageEdit, author: Person): Promise<void> {
    await keepEdited(waiting, { ids: (await waiting.pending.list()).keys(), edit, author });
  }

  /** Reads texts that were never read before others have to wait for us. */
  async function warmUp(): Promise<void> {
    await uses.byImage(await workspace.current());
  }

  /** Where an image is that the author sees. */
  async function imageOf(id: string) {
    const published = await workspace.current();
    const { path, blobId } = findImage((await authorView(waiting, published)).snapshot, id);
    return { path, blobId, isPublished: published.images.has(path) };
  }

  /** One commit of the published branch; of the work branch for an image that it alone has. */
  async function madeWhereItIs<Value>(
    { path, blobId, isPublished }: Awaited<ReturnType<typeof imageOf>>,
    author: Person,
    plan: (snapshot: Snapshot) => Promise<Plan<Value>>,
  ): Promise<Value> {
    if (isPublished) return makeOneCommit(workspace, author, plan);
    workspace.requireWritable();
    const { changes, action, value } = await plan(await workspace.current());
    // Texts that wait are changed by themselves; no published one shows it.
    const moved = changes.filter((change) => isImagePath(change.path));
    const isDone = await waiting.pending.change(author, async ({ tree }) =>
      (await fileIdIn(workspace.objects, tree, path)) === blobId
        ? { changes: moved, message: commitMessage(action) }
        : null,
    );
    if (!isDone) throw new ContentError('not-found', { what: 'Cette image' });
    return value;
  }

  async function rename(of: {
    readonly id: string;
    readonly name: string;
    readonly author: Person;
  }): Promise<UploadedImage> {
    await warmUp();
    const found = await imageOf(of.id);
    const { path } = found;
    const isMeant = (address: string): boolean => imagePath(address, origin) === path;
    const plan = async (snapshot: Snapshot): Promise<Plan<UploadedImage>> => {
      const { blobId } = found.isPublished ? findImage(snapshot, of.id) : found;
      const bytes = await workspace.read(blobId);
      const to = renamedPath({ path, name: of.name, bytes });
      refuseTaken(snapshot, { path, renamed: to });
      const info = await describe(to, blobId);
      const moved = [
        { path, bytes: null },
        { path: to, bytes },
      ];
      const edit = renaming(isMeant, imageAddress(to));
      const { width, height } = info ?? { width: 0, height: 0 };
      return {
        changes: to === path ? [] : [...moved, ...(await withReferences(snapshot, path, edit))],
        action: { kind: 'rename-image', from: fileName(path), to: fileName(to) },
        value: uploadedImage({ path: to, bytes: bytes.length, width, height }),
      };
    };
    const renamed = await madeWhereItIs(found, of.author, plan);
    await editWaiting(renaming(isMeant, renamed.url), of.author);
    return renamed;
  }

  async function remove(of: { readonly id: string; readonly author: Person }): Promise<undefined> {
    await warmUp();
    const found = await imageOf(of.id);
    const { path } = found;
    const edit = removing((address) => imagePath(address, origin) === path);
    await madeWhereItIs(found, of.author, async (snapshot) => {
      if (found.isPublished) findImage(snapshot, of.id);
      const references = await withReferences(snapshot, path, edit);
      return {
        changes: [{ path, bytes: null }, ...references],
        action: { kind: 'delete-image', name: fileName(path) },
        value: undefined,
      };
    });
    await editWaiting(edit, of.author);
  }

  return { rename, remove };
}

type IsMeant = (address: string) => boolean;

function renaming(isMeant: IsMeant, to: string): ImageEdit {
  return {
    field: (address) => (isMeant(address) ? to : address),
    text: (markdown) => mendAddresses(markdown, (address) => (isMeant(address) ? to : null)),
  };
}

function removing(isMeant: IsMeant): ImageEdit {
  return {
    field: (address) => (isMeant(address) ? null : address),
    text: (markdown) => removeImages(markdown, isMeant),
  };
}

interface NewName {
  readonly path: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** In the same folder, with the same ending and the digits of its content. */
function renamedPath({ path, name, bytes }: NewName): string {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const digest = imageDigest(fileName(path)) ?? createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return `${folder}/${readablePart(name)}-${digest}.${ending}`;
}

function refuseTaken(
  { images }: Snapshot,
  { path, renamed }: { readonly path: string; readonly renamed: string },
): void {
  if (renamed === path || !images.has(renamed)) return;
  throw new ContentError('invalid', {
    path: renamed,
    reason: 'Une autre image porte déjà ce nom.',
    field: 'name',
  });
}
