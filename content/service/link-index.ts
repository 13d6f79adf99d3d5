import { createBreathing } from '#content/git/concurrency.ts';
import { createByteCache } from '#content/git/objects/byte-cache.ts';
import { internalLinks, mendLinks } from '../model/internal-links.ts';
import type { SnapshotPost } from '../model/post.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { ImageEdit } from './images/image-edits.ts';
import type { Workspace } from './workspace.ts';

/** What is remembered of texts, in bytes: the links of some hundred thousand articles. */
const REMEMBERED_BYTES = 16 * 1024 * 1024;
const ENTRY_BYTES = 200;
/** What a slug can be made of, after the path of articles, in the bytes of a file. */
const NAMED = /\/blog\/([a-z0-9-]+)/g;

/** Which posts link to which. */
export interface LinkIndex {
  /** The posts of a snapshot whose text has links to `slug` that can be mended, in the snapshot's order. */
  postsLinkingTo(snapshot: Snapshot, slug: string): Promise<readonly SnapshotPost[]>;
  /** What leads the links of a text to one article to another; what follows the slug in them stays. */
  edit(from: string, to: string): ImageEdit;
}

/**
 * Says which posts link to an article. A file is searched once in its life (its blob id says that it is the same) for what
 * looks like an address; only those that name the slug are read as Markdown, which costs a hundred times more.
 */
export function createLinkIndex(workspace: Pick<Workspace, 'read' | 'body'>, origin: string): LinkIndex {
  const known = createByteCache<readonly string[]>({
    maxBytes: REMEMBERED_BYTES,
    sizeOf: (slugs) => slugs.reduce((total, slug) => total + 2 * slug.length, ENTRY_BYTES),
  });

  /** Every slug that a post may link to, and perhaps others. */
  async function namedIn({ revision }: SnapshotPost): Promise<readonly string[]> {
    const remembered = known.get(revision);
    if (remembered !== undefined) return remembered;
    const named = slugsNamed(await workspace.read(revision));
    known.set(revision, named);
    return named;
  }

  async function links(post: SnapshotPost, slug: string): Promise<boolean> {
    if (!(await namedIn(post)).includes(slug)) return false;
    const found = internalLinks(await workspace.body(post), origin);
    return found.some((link) => link.slug === slug && link.slugAt !== null);
  }

  return {
    async postsLinkingTo({ posts }, slug) {
      const breathe = createBreathing();
      const linking: SnapshotPost[] = [];
      for (const post of posts) {
        if (await links(post, slug)) linking.push(post);
        await breathe();
      }
      return linking;
    },
    edit: (from, to) => ({
      field: (address) => address,
      text: (markdown) => mendLinks(markdown, { from, to, origin }),
    }),
  };
}

/** Slugs are ASCII, so that bytes need not be decoded. */
function slugsNamed(bytes: Uint8Array): readonly string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.includes('/blog/')) return [];
  const named = file.toString('latin1').matchAll(NAMED);
  // A slice of its own for each: a piece of a text would keep the whole text in memory.
  return [...new Set([...named].map(([, slug = '']) => Buffer.from(slug, 'latin1').toString('latin1')))];
}
