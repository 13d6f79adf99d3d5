import { createBreathing } from '#content/git/concurrency.ts';
import { fileIdIn } from '#content/git/tree-differences.ts';
import type { UploadedImage } from '../../contract/images-operations.ts';
import type { FileChange, Person } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import { imageDigest, readablePart } from '../../model/image.ts';
import type { Reference } from '../../model/image-references/find.ts';
import { createLostAddresses } from '../../model/image-references/lost-address.ts';
import { mendAddresses, removeImages } from '../../model/image-references/mend.ts';
import { imageAddress } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { keepEdited } from '../waiting/pending-keeping.ts';
import type { Plan, Workspace } from '../workspace.ts';
import { changedPost, changedSite, type ImageEdit, isFileServed } from './image-edits.ts';
import {
  contentDigest,
  type DescribeImage,
  fileName,
  type ImagesContext,
  imageId,
  keepInOneCommit,
  seenImages,
  uploadedImage,
} from './image-files.ts';
import { type ImageUses, imagePath } from './image-uses.ts';

interface ImageChangesOptions {
  readonly describe: DescribeImage;
  readonly origin: string;
  readonly uses: ImageUses;
}

/** What becomes of an image, and of what names it. */
interface ImageChange<Value> extends Plan<Value> {
  readonly edit: ImageEdit;
}

interface FoundImage {
  readonly path: string;
  readonly blobId: string;
}

/**
 * Renames and removes images, with every reference to them in posts and site.yml, as one commit, and those of texts that wait
 * to be published. Refuses (`invalid`) when a file that uses the image cannot be read as it is now: it would keep an address
 * that leads nowhere.
 */
export function createImageChanges(context: ImagesContext, { describe, origin, uses }: ImageChangesOptions) {
  const { workspace, pending } = context;

  async function references(snapshot: Snapshot, path: string, edit: ImageEdit): Promise<FileChange[]> {
    const users = (await uses.byImage(snapshot)).get(path) ?? [];
    const changes: FileChange[] = [];
    for (const post of users) changes.push(await changedPost(workspace, { snapshot, post, edit }));
    const site = await changedSite(workspace, { snapshot, edit });
    return site === null ? changes : [...changes, site];
  }

  /** One commit of the published branch; of the work branch for an image that it alone has, which no published text shows. */
  async function change<Value>(
    { id, author }: { readonly id: string; readonly author: Person },
    planned: (snapshot: Snapshot, image: FoundImage) => Promise<ImageChange<Value>>,
  ): Promise<Value> {
    const now = await workspace.current();
    await uses.byImage(now); // Texts that were never read are read before others have to wait for us.
    const { path, blobId } = findImage(await seenImages(context), id);
    const withEdit = ({ edit, value, ...plan }: ImageChange<Value>) => ({ ...plan, value: { edit, value } });
    const done = await (now.images.has(path)
      ? workspace.change(author, async (snapshot) => {
          const plan = withEdit(await planned(snapshot, findImage(snapshot, id)));
          if (plan.changes.length === 0) return plan;
          return {
            ...plan,
            changes: [...plan.changes, ...(await references(snapshot, path, plan.value.edit))],
          };
        })
      : keepInOneCommit(context, author, async ({ tree }) => {
          if ((await fileIdIn(workspace.objects, tree, path)) !== blobId) return null;
          return withEdit(await planned(await workspace.current(), { path, blobId }));
        }));
    // What waits goes along, as far as it waits here.
    await keepEdited(context, { ids: (await pending.list()).keys(), edit: done.edit, author });
    return done.value;
  }

  const isAt = (path: string) => (address: string) => imagePath(address, origin) === path;

  return {
    rename: (of: { readonly id: string; readonly name: string; readonly author: Person }) =>
      change<UploadedImage>(of, async (snapshot, { path, blobId }) => {
        const bytes = await workspace.read(blobId);
        const to = renamedPath(path, of.name, bytes);
        if (to !== path && snapshot.images.has(to)) throw taken(to);
        const isMeant = isAt(path);
        return {
          changes:
            to === path
              ? []
              : [
                  { path, bytes: null },
                  { path: to, bytes },
                ],
          action: { kind: 'rename-image', from: fileName(path), to: fileName(to) },
          value: uploadedImage({ path: to, size: await describe(to, blobId), bytes: bytes.length }),
          edit: readdressing((address) => (isMeant(address) ? imageAddress(to) : null)),
        };
      }),

    remove: (of: { readonly id: string; readonly author: Person }) =>
      change<undefined>(of, (_, { path }) => {
        const isGone = isAt(path);
        return Promise.resolve({
          changes: [{ path, bytes: null }],
          action: { kind: 'delete-image', name: fileName(path) },
          value: undefined,
          edit: {
            field: (address) => (isGone(address) ? null : address),
            text: (markdown) => removeImages(markdown, isGone),
          },
        });
      }),
  };
}

/** The image of a snapshot with this id. Throws ContentError 'not-found'. */
function findImage(snapshot: Snapshot, id: string): FoundImage {
  for (const [path, blobId] of snapshot.images) if (imageId(path) === id) return { path, blobId };
  throw new ContentError('not-found', { what: 'Cette image' });
}

function readdressing(newAddress: (address: string, kind: Reference['kind']) => string | null): ImageEdit {
  return {
    field: (address) => newAddress(address, 'image') ?? address,
    text: (markdown) => mendAddresses(markdown, newAddress),
  };
}

/** In the same folder, with the same ending and the digits of its content. */
function renamedPath(path: string, name: string, bytes: Uint8Array): string {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const digest = imageDigest(fileName(path)) ?? contentDigest(bytes).slice(0, 12);
  return `${folder}/${readablePart(name)}-${digest}.${ending}`;
}

function taken(path: string): ContentError {
  return new ContentError('invalid', { path, reason: 'Une autre image porte déjà ce nom.', field: 'name' });
}

/** An address that was mended, and the title of the article it stands in. */
interface MendedAddress {
  readonly post: string;
  readonly from: string;
  readonly to: string;
}

export interface Mending {
  readonly fixed: readonly MendedAddress[];
  /** How many articles changed. */
  readonly posts: number;
}

/**
 * Mends image addresses of posts that lead nowhere and obviously mean an image of the repository, as one commit, and says
 * each. Code is left alone, and so are articles whose file cannot be read.
 */
export async function mendImageAddresses(
  workspace: Workspace,
  uses: ImageUses,
  author: Person,
): Promise<Mending> {
  await lostIn(uses, await workspace.current()); // Texts that were never read are read before others have to wait for us.
  return workspace.change(author, async (snapshot) => {
    const find = createLostAddresses(snapshot.images);
    // What only leads to an image is for the check of links.
    const edit = readdressing((address, kind) =>
      kind === 'link' || kind === 'anchor' ? null : find(address),
    );
    const changes: FileChange[] = [];
    const fixed: MendedAddress[] = [];
    for (const [post, lost] of await lostIn(uses, snapshot)) {
      if (!(await isFileServed(workspace, snapshot, post))) continue;
      changes.push(await changedPost(workspace, { snapshot, post, edit }));
      fixed.push(...lost);
    }
    const action = { kind: 'mend-images', count: fixed.length } as const;
    return { changes, action, value: { fixed, posts: changes.length } };
  });
}

/** The addresses of posts that can be mended. */
async function lostIn(
  uses: ImageUses,
  { posts, images }: Snapshot,
): Promise<ReadonlyMap<SnapshotPost, readonly MendedAddress[]>> {
  const find = createLostAddresses(images);
  const breathe = createBreathing();
  const lost = new Map<SnapshotPost, readonly MendedAddress[]>();
  for (const post of posts) {
    const addresses = (await uses.shown(post)).flatMap((from) => {
      const to = find(from);
      return to === null ? [] : [{ post: post.title, from, to }];
    });
    if (addresses.length > 0) lost.set(post, addresses);
    await breathe();
  }
  return lost;
}
