import { createBreathing } from '#content/git/concurrency.ts';
import { createByteCache } from '#content/git/objects/byte-cache.ts';
import { createEntryLookup, fileId } from '#content/git/tree-differences.ts';
import type { TreeChange } from '../model/change-set.ts';
import { ifSound } from '../model/errors.ts';
import { findReferences } from '../model/image-references/find.ts';
import { internalLinks, mendLinks } from '../model/internal-links.ts';
import { imageMeant, postAddress } from '../model/paths.ts';
import type { PostMetadata, SnapshotPost } from '../model/post.ts';
import type { Site } from '../model/site.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { AddressEdit } from './address-edits.ts';
import type { Workspace } from './workspace.ts';

/** What is remembered of texts, in bytes: the images, or the links, of some hundred thousand articles. */
const REMEMBERED_BYTES = 16 * 1024 * 1024;
const ENTRY_BYTES = 200;
/** A text without any of these names no image, and is not read as Markdown. */
const MAY_NAME_IMAGES = /images\/|jpe?g|png|webp|avif|gif/i;
/** What an address of an article or a page can be, in the bytes of a file. */
const NAMED = /\/blog\/[a-z0-9-]+|(?<![\w/%.-])\/[a-z0-9-]+(?![\w-])/g;

/** An address of an image, as a text writes it. */
interface WrittenAddress {
  readonly address: string;
  /** Whether the image is shown there; else it is a link. */
  readonly isShown: boolean;
}

/**
 * Says which posts link to an article, and which use an image. A text is read once in its life; what only may link to an article
 * is told from the bytes of the file, which costs a hundred times less than to read it as Markdown.
 */
export function createPostReferences(workspace: Pick<Workspace, 'read' | 'body'>, origin: string) {
  /** Every address of a post that a post may link to, and perhaps others. */
  const namedIn = remembered(async ({ revision }) => addressesNamed(await workspace.read(revision), origin));

  const addressesOf = remembered(async (post): Promise<readonly WrittenAddress[] | null> => {
    // A damaged text shows nothing, and keeps nobody from seeing the images of the others.
    const text = await ifSound(workspace.body(post), null);
    if (text === null) return null;
    return writtenIn(text).filter(({ address, isShown }) => isShown || imageMeant(address, origin) !== null);
  });

  async function links(post: SnapshotPost, address: string): Promise<boolean> {
    if (!(await namedIn(post)).includes(address)) return false;
    const found = internalLinks(await workspace.body(post), origin);
    return found.some((link) => postAddress(link) === address && link.slugAt !== null);
  }

  return {
    /** The posts whose text has links to an address that can be mended, in their order. */
    async postsLinkingTo(
      { posts }: Pick<Snapshot, 'posts'>,
      address: string,
    ): Promise<readonly SnapshotPost[]> {
      const breathe = createBreathing();
      const linking: SnapshotPost[] = [];
      for (const post of posts) {
        if (await links(post, address)) linking.push(post);
        await breathe();
      }
      return linking;
    },

    /** What leads the links of a text to one address to another; what follows it in them stays. */
    edit: (from: string, to: string): AddressEdit => ({
      field: (address) => address,
      text: (markdown) => mendLinks(markdown, { from, to, origin }),
    }),

    /** The images a post is to show, as it writes them: its cover, the one for networks, those of its text. */
    async shown(post: SnapshotPost): Promise<readonly string[]> {
      const inside = (await addressesOf(post)).filter(({ isShown }) => isShown).map(({ address }) => address);
      return [...new Set([post.coverImage, post.ogImage, ...inside].filter((address) => address !== null))];
    },

    /** The posts that use each image, by its path in the repository: as cover, for networks, in the text. */
    async byImage({ posts }: Pick<Snapshot, 'posts'>): Promise<ReadonlyMap<string, readonly SnapshotPost[]>> {
      const breathe = createBreathing();
      const users = new Map<string, SnapshotPost[]>();
      for (const post of posts) {
        const inside = (await addressesOf(post)).map(({ address }) => address);
        for (const path of pathsOf([post.coverImage, post.ogImage, ...inside], origin)) {
          const others = users.get(path);
          if (others === undefined) users.set(path, [post]);
          else others.push(post);
        }
        await breathe();
      }
      return users;
    },
  };
}

/** Which posts name what. */
export type PostReferences = ReturnType<typeof createPostReferences>;

/** What is found in a post, looked for once: its blob id says that it is the same. Null where it cannot be read now. */
function remembered<Found extends string | WrittenAddress>(
  find: (post: SnapshotPost) => Promise<readonly Found[] | null>,
) {
  const lengthOf = (found: Found): number => (typeof found === 'string' ? found : found.address).length;
  const known = createByteCache<readonly Found[]>({
    maxBytes: REMEMBERED_BYTES,
    sizeOf: (found) => found.reduce((total, one) => total + 2 * lengthOf(one), ENTRY_BYTES),
  });
  return async (post: SnapshotPost): Promise<readonly Found[]> => {
    const before = known.get(post.revision);
    if (before !== undefined) return before;
    const found = await find(post);
    if (found !== null) known.set(post.revision, found);
    return found ?? [];
  };
}

/** Slugs are ASCII, so that bytes need not be decoded. */
function addressesNamed(bytes: Uint8Array, origin: string): readonly string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const named = file.toString('latin1').replaceAll(`${origin}/`, ' /').matchAll(NAMED);
  // A slice of its own for each: a piece of a text would keep the whole text in memory.
  return [...new Set([...named].map(([address]) => Buffer.from(address, 'latin1').toString('latin1')))];
}

/** The images that site.yml names: the logo, the portrait, those of its two pages of text. */
export function imagesOfSite({ brand, owner, legal }: Site, origin: string | undefined): ReadonlySet<string> {
  const inside = [...writtenIn(legal.notice), ...writtenIn(legal.privacy)].map(({ address }) => address);
  return pathsOf([brand.logo, owner.portrait, ...inside], origin);
}

function pathsOf(addresses: readonly (string | null)[], origin: string | undefined): ReadonlySet<string> {
  const paths = addresses.map((address) => imageMeant(address, origin));
  return new Set(paths.filter((path) => path !== null));
}

function writtenIn(text: string): readonly WrittenAddress[] {
  if (!MAY_NAME_IMAGES.test(text)) return [];
  return findReferences(text).map(({ kind, address }) => ({
    // A copy: a piece of a text would keep the whole text in memory.
    address: Buffer.from(address).toString(),
    isShown: kind === 'image' || kind === 'tag' || kind === 'definition',
  }));
}

/** Repository paths of the images a post shows: its cover, its picture for networks, those of its text. */
export function shownImages(
  { coverImage, ogImage }: Pick<PostMetadata, 'coverImage' | 'ogImage'>,
  body: string,
): ReadonlySet<string> {
  return pathsOf([coverImage, ogImage, ...writtenIn(body).map(({ address }) => address)], undefined);
}

/** Images as they were at a commit, to be written again; those that a snapshot still has are left out. */
export async function lostImages(
  { objects, read }: Pick<Workspace, 'objects' | 'read'>,
  { images }: Pick<Snapshot, 'images'>,
  { commit, paths }: { readonly commit: string; readonly paths: Iterable<string> },
): Promise<readonly TreeChange[]> {
  const changes: TreeChange[] = [];
  const entryOf = createEntryLookup(objects, (await objects.readCommit(commit)).tree);
  for (const path of paths) {
    const entry = images.has(path) ? null : await entryOf(path);
    const blob = fileId(entry);
    if (entry === null || blob === null) continue;
    await read(blob); // What is lost or damaged is not published.
    changes.push({ path, blob, mode: entry.mode });
  }
  return changes;
}

/** Images that a published text is to show, as the work branch alone has them, to be written with it. */
export async function waitingImages(
  workspace: Workspace,
  { images }: Pick<Snapshot, 'images'>,
  shown: Iterable<string>,
): Promise<readonly TreeChange[]> {
  const wanted = [...shown];
  const replaced = async (): Promise<readonly string[]> => {
    const { files } = await workspace.pending.waiting();
    return wanted.filter((path) => images.has(path) && files.get(path) != null);
  };
  // Where another one was published in its place meanwhile, its author is asked about it instead.
  const isResolved = (await replaced()).length > 0 && (await workspace.pending.mergePublished());
  const missing = wanted.filter((path) => !images.has(path));
  const paths = isResolved ? [...missing, ...(await replaced())] : missing;
  const { work } = await workspace.pending.waiting();
  return work === null ? [] : lostImages(workspace, { images: new Map() }, { commit: work, paths });
}
