import { createHash } from 'node:crypto';
import { createBreathing, createOneAtATime, createQueue } from '#content/git/concurrency.ts';
import { objectId } from '#content/git/objects/object-id.ts';
import { fileIdIn } from '#content/git/tree-differences.ts';
import type { ImageFile } from '../../contract/fields.ts';
import type { UploadedImage } from '../../contract/images-operations.ts';
import { uuidOfPath } from '../../files/post-file.ts';
import { type FileChange, isRemoval, type Person } from '../../model/change-set.ts';
import { ContentError } from '../../model/errors.ts';
import { imageDigest, imageName, readablePart } from '../../model/image.ts';
import type { Reference } from '../../model/image-references/find.ts';
import { createLostAddresses } from '../../model/image-references/lost-address.ts';
import { mendAddresses, removeImages } from '../../model/image-references/mend.ts';
import { parisYear } from '../../model/paris-time.ts';
import { fileName, imageAddress, imageMeant, imagePath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import {
  type AddressEdit,
  changedPost,
  changedSite,
  isFileServed,
  withAddressesEdited,
} from '../address-edits.ts';
import type { ImagesContext } from '../content-context.ts';
import type { PostReferences } from '../post-references.ts';
import { tryReadFile } from '../posts/post-version.ts';
import { currentView } from '../waiting/author-view.ts';
import type { Plan, WorkTip } from '../waiting/work-branch.ts';
import type { Workspace } from '../workspace.ts';
import { type CleanedImage, type ImagePipeline, undecoded } from './image-pipeline.ts';
import { PictureProcessError } from './picture-process.ts';

/** What becomes of an image, and of what names it. */
interface ImageChange<Value> extends Plan<Value> {
  readonly edit: AddressEdit;
}

interface FoundImage {
  readonly path: string;
  readonly blobId: string;
}

/**
 * Renames and removes images, with every reference to them in posts and site.yml, as one commit, and those of texts that wait
 * to be published: in the same one where the image waits too, else in one before, so that no text ever shows an image that is not
 * there. A picture that waits in the place of a published one goes with it, in one after. Refuses (`invalid`) when a file that uses
 * the image cannot be read as it is now: it would keep an address that leads nowhere.
 */
export function createImageChanges(context: ImagesContext) {
  const { workspace, describe, origin, references } = context;

  async function readdressed(snapshot: Snapshot, path: string, edit: AddressEdit): Promise<FileChange[]> {
    const users = (await references.byImage(snapshot)).get(path) ?? [];
    const changes: FileChange[] = [];
    for (const post of users) changes.push(await changedPost(workspace, { snapshot, post, edit }));
    const site = await changedSite(workspace, { snapshot, edit });
    return site === null ? changes : [...changes, site];
  }

  /** What waits of posts and can be read. */
  async function readdressedWaiting(tip: WorkTip, path: string, edit: AddressEdit): Promise<FileChange[]> {
    const { versions } = await currentView(workspace);
    const users = new Set((await references.byImage({ posts: [...versions.values()] })).get(path));
    const changes: FileChange[] = [];
    for (const [id, post] of versions) {
      const file = users.has(post) ? tip.posts.get(id)?.file : undefined;
      const version = file === undefined ? null : await tryReadFile(workspace.objects, file);
      if (version !== null) changes.push({ path: version.path, bytes: withAddressesEdited(version, edit) });
    }
    return changes;
  }

  async function change<Value>(
    { id, author }: { readonly id: string; readonly author: Person },
    planned: (snapshot: Snapshot, image: FoundImage) => Promise<ImageChange<Value>>,
  ): Promise<Value> {
    const now = await workspace.current();
    await references.byImage(now); // Texts that were never read are read before others have to wait for us.
    const seen = findImage((await currentView(workspace)).snapshot, id);
    const { path } = seen;
    const blobId = now.images.get(path) ?? seen.blobId;
    const { edit, changes, action, value } = await planned(now, { path, blobId });
    if (changes.length === 0) return value;
    if (!now.images.has(path)) {
      await workspace.changeWaiting(author, async (tip) => {
        if ((await fileIdIn(workspace.objects, tip.tree, path)) !== blobId) throw noSuchImage();
        const texts = await readdressedWaiting(tip, path, edit);
        return { changes: [...changes, ...texts], action, value: undefined };
      });
      return value;
    }
    await readdressed(now, path, edit); // What is refused is, before anything is written.
    const coming = changes.filter((one) => !isRemoval(one));
    await workspace.changeWaiting(author, async (tip) => {
      const texts = await readdressedWaiting(tip, path, edit);
      return { changes: texts.length === 0 ? [] : [...coming, ...texts], action, value: undefined };
    });
    const done = await workspace.change(author, async (snapshot) => {
      const plan = await planned(snapshot, findImage(snapshot, id));
      if (plan.changes.length === 0) return plan;
      return { ...plan, changes: [...plan.changes, ...(await readdressed(snapshot, path, plan.edit))] };
    });
    if (await workspace.pending.mergePublished())
      await workspace.changeWaiting(author, async ({ tree }) => {
        const blob = await fileIdIn(workspace.objects, tree, path);
        const moved =
          blob === null ? [] : changes.map((one) => (isRemoval(one) ? one : { path: one.path, blob }));
        return { changes: moved, action, value: undefined };
      });
    return done;
  }

  const isAt = (path: string) => (address: string) => imageMeant(address, origin) === path;

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
  throw noSuchImage();
}

function noSuchImage(): ContentError<'not-found'> {
  return new ContentError('not-found', { what: 'Cette image' });
}

function readdressing(newAddress: (address: string, kind: Reference['kind']) => string | null): AddressEdit {
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
  references: PostReferences,
  author: Person,
): Promise<Mending> {
  await lostIn(references, await workspace.current()); // Texts that were never read are read before others have to wait for us.
  return workspace.change(author, async (snapshot) => {
    const edit = mendingLost(snapshot.images);
    const changes: FileChange[] = [];
    const fixed: MendedAddress[] = [];
    for (const [post, lost] of await lostIn(references, snapshot)) {
      if (!(await isFileServed(workspace, snapshot, post))) continue;
      changes.push(await changedPost(workspace, { snapshot, post, edit }));
      fixed.push(...lost);
    }
    const action = { kind: 'mend-images', count: fixed.length } as const;
    return { changes, action, value: { fixed, posts: changes.length } };
  });
}

/** What makes of addresses that lead nowhere those of the images that they obviously mean. */
export function mendingLost(images: Snapshot['images']): AddressEdit {
  const find = createLostAddresses(images);
  // What only leads to an image is for the check of links.
  return readdressing((address, kind) => (kind === 'link' || kind === 'anchor' ? null : find(address)));
}

/** The addresses of posts that can be mended. */
async function lostIn(
  references: PostReferences,
  { posts, images }: Snapshot,
): Promise<ReadonlyMap<SnapshotPost, readonly MendedAddress[]>> {
  const find = createLostAddresses(images);
  const breathe = createBreathing();
  const lost = new Map<SnapshotPost, readonly MendedAddress[]>();
  for (const post of posts) {
    const addresses = (await references.shown(post)).flatMap((from) => {
      const to = find(from);
      return to === null ? [] : [{ post: post.title, from, to }];
    });
    if (addresses.length > 0) lost.set(post, addresses);
    await breathe();
  }
  return lost;
}

/** Decoding takes a processor and a hundred megabytes: pages must keep theirs. */
const QUEUE = { atOnce: 2, waiting: 20, secondsEach: 0.5 };

/** The id of an image: a UUIDv5 of its path, in the namespace of files. */
export function imageId(path: string): string {
  return uuidOfPath(path);
}

/** What a name says of the content. */
function contentDigest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface ImageFacts {
  readonly path: string;
  /** Its size; null for one that cannot be shown. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly bytes: number;
}

/** What is answered for a file of the repository. */
export function uploadedImage({ path, size, bytes }: ImageFacts): UploadedImage {
  const { width, height } = size ?? { width: 0, height: 0 };
  return { id: imageId(path), url: imageAddress(path), filename: fileName(path), width, height, bytes };
}

/**
 * Puts pictures into the repository: cleaned (image-pipeline.ts), as one commit each. What is there already, whatever its
 * name, is answered without a commit, and so are the very bytes of an image that is there. No file is ever written over.
 */
export function createImageUpload(
  context: Pick<ImagesContext, 'workspace' | 'publishing' | 'describe'>,
  { clean }: Pick<ImagePipeline, 'clean'>,
) {
  const { workspace, publishing, describe } = context;
  const inTurn = createQueue(QUEUE);
  const alone = createOneAtATime();

  /** Another picture may have brought the decoder down: ours is tried again, alone. */
  async function cleaned(bytes: Uint8Array): Promise<CleanedImage> {
    const again = (error: unknown) => {
      if (error instanceof PictureProcessError) return alone(() => clean(bytes));
      throw error;
    };
    const refuse = (error: unknown) => {
      throw error instanceof PictureProcessError ? undecoded(error) : error;
    };
    return clean(bytes).catch(again).catch(refuse);
  }

  async function stored(snapshot: Snapshot, blobId: string): Promise<UploadedImage | null> {
    for (const [path, id] of snapshot.images) {
      const size = id === blobId ? await describe(path, id) : null;
      if (size === null) continue;
      const bytes = (await workspace.objects.sizeOf(blobId))?.size ?? 0;
      return uploadedImage({ path, size, bytes });
    }
    return null;
  }

  return async ({ filename, bytes }: ImageFile, author: Person): Promise<UploadedImage> => {
    const same = await stored((await currentView(workspace)).snapshot, objectId('blob', bytes));
    if (same !== null) return same;
    const image = await inTurn(() => cleaned(bytes));
    const blobId = objectId('blob', image.bytes);
    const plan = async (): Promise<Plan<UploadedImage>> => {
      const { snapshot } = await currentView(workspace);
      const names = new Set([...snapshot.images.keys()].map((path) => path.toLowerCase()));
      const path = freeImagePath(names, { filename, image, year: parisYear(workspace.clock()) });
      const known = await stored(snapshot, blobId);
      return {
        changes: known === null ? [{ path, bytes: image.bytes }] : [],
        action: { kind: 'add-image', name: fileName(path) },
        value: known ?? uploadedImage({ path, size: image, bytes: image.bytes.length }),
      };
    };
    return publishing === 'apart' ? workspace.changeWaiting(author, plan) : workspace.change(author, plan);
  };
}

interface NewImage {
  readonly filename: string;
  readonly image: CleanedImage;
  readonly year: number;
}

/**
 * Where an image goes; `names` are the paths that are taken, in lower case. Twelve digits make it unlikely that other content has the
 * name, not impossible.
 */
export function freeImagePath(names: ReadonlySet<string>, { filename, image, year }: NewImage): string {
  const { ending, bytes } = image;
  const digest = contentDigest(bytes);
  for (let copy = 1; ; copy += 1) {
    const name = imageName(copy === 1 ? filename : `${copy}-${filename}`, { digest, ending });
    const path = imagePath(name, year);
    if (!names.has(path)) return path;
  }
}
