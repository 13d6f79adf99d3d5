import { createBreathing } from '#content/git/concurrency.ts';
import { createByteCache } from '#content/git/objects/byte-cache.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import { hasCode } from '../../model/errors.ts';
import { findReferences } from '../../model/image-references/find.ts';
import { localPath } from '../../model/markdown/addresses.ts';
import { imagePathOfAddress } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Site } from '../../model/site.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { tryReadVersion } from '../posts/post-version.ts';
import type { PendingContext } from '../waiting/pending-keeping.ts';
import type { Workspace } from '../workspace.ts';

/** What is remembered of texts, in bytes: the images of some hundred thousand articles. */
const REMEMBERED_BYTES = 16 * 1024 * 1024;
const ENTRY_BYTES = 200;

/** Repository paths of images, whoever uses them. */
export interface ImageUses {
  /** The posts that use each image of a snapshot: as cover, for networks, in the text. */
  byImage(snapshot: Snapshot): Promise<ReadonlyMap<string, readonly SnapshotPost[]>>;
}

/** Says which posts use which images. A text is read once in its life: its blob id says that it is the same. */
export function createImageUses(workspace: Pick<Workspace, 'body'>, origin: string | undefined): ImageUses {
  const known = createByteCache<readonly string[]>({
    maxBytes: REMEMBERED_BYTES,
    sizeOf: (paths) => paths.reduce((total, path) => total + 2 * path.length, ENTRY_BYTES),
  });

  async function inText(post: SnapshotPost): Promise<readonly string[]> {
    const remembered = known.get(post.revision);
    if (remembered !== undefined) return remembered;
    const text = await workspace.body(post).catch(nullIfCorrupt);
    if (text === null) return [];
    const paths = pathsInText(text, origin);
    known.set(post.revision, paths);
    return paths;
  }

  async function ofPost(post: SnapshotPost): Promise<ReadonlySet<string>> {
    const fields = [post.coverImage, post.ogImage].map((address) => imagePath(address, origin));
    return new Set([...fields, ...(await inText(post))].filter((path) => path !== null));
  }

  async function usersIn(snapshot: Snapshot): Promise<ReadonlyMap<string, readonly SnapshotPost[]>> {
    const breathe = createBreathing();
    const users = new Map<string, SnapshotPost[]>();
    for (const post of snapshot.posts) {
      for (const path of await ofPost(post)) {
        const others = users.get(path);
        if (others === undefined) users.set(path, [post]);
        else others.push(post);
      }
      await breathe();
    }
    return users;
  }

  let last: { readonly of: Snapshot; readonly users: ReturnType<typeof usersIn> } | null = null;

  return {
    byImage(snapshot) {
      if (last?.of === snapshot) return last.users;
      const users = usersIn(snapshot);
      last = { of: snapshot, users };
      users.catch(() => {
        if (last?.users === users) last = null; // What could not be read may be repaired.
      });
      return users;
    },
  };
}

/** The posts whose pending version uses each image; one that cannot be read uses none. */
export async function imagesOfWaiting(
  { workspace, pending }: Pick<PendingContext, 'workspace' | 'pending'>,
  origin: string | undefined,
): Promise<ReadonlyMap<string, readonly SnapshotPost[]>> {
  const users = new Map<string, readonly SnapshotPost[]>();
  for (const [, { file }] of await pending.list()) {
    const version = tryReadVersion({ path: file.path, bytes: await workspace.read(file.id) });
    if (version === null) continue;
    const { coverImage, ogImage } = version.post;
    const fields = [coverImage, ogImage].map((address) => imagePath(address, origin));
    for (const path of new Set([...fields, ...pathsInText(bodyOf(version.bytes), origin)]))
      if (path !== null) users.set(path, [...(users.get(path) ?? []), version.post]);
  }
  return users;
}

/** A damaged text shows nothing, and keeps nobody from seeing the images of the others. */
export function nullIfCorrupt(error: unknown): null {
  if (hasCode(error, 'corrupt')) return null;
  throw error;
}

/** The repository path an address means, or null when it is not one of ours. */
export function imagePath(address: string | null, origin: string | undefined): string | null {
  const local = address === null ? null : localPath(address, origin);
  return local === null ? null : imagePathOfAddress(local);
}

/** The images that site.yml names: the logo, the portrait, those of its two pages of text. */
export function imagesOfSite(site: Site, origin: string | undefined): ReadonlySet<string> {
  const { notice, privacy } = site.legal;
  const fields = [site.brand.logo, site.owner.portrait].map((address) => imagePath(address, origin));
  const texts = [notice, privacy].flatMap((text) => pathsInText(text, origin));
  return new Set([...fields, ...texts].filter((path) => path !== null));
}

function pathsInText(text: string, origin: string | undefined): readonly string[] {
  if (!text.includes('images/')) return [];
  const paths = findReferences(text).map(({ address }) => imagePath(address, origin));
  return [...new Set(paths.filter((path) => path !== null))];
}
