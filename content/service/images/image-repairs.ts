import { createBreathing } from '#content/git/concurrency.ts';
import { fileIdAt } from '#content/git/tree-differences.ts';
import type { FileChange, Person } from '../../model/change-set.ts';
import { findReferences, type Reference } from '../../model/image-references/find.ts';
import { createLostAddresses, type FindLost } from '../../model/image-references/lost-address.ts';
import { mendAddresses } from '../../model/image-references/mend.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { makeOneCommit } from '../one-commit.ts';
import type { Workspace } from '../workspace.ts';
import { changedPost, type ImageEdit } from './image-edits.ts';
import { nullIfCorrupt } from './image-uses.ts';

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
export async function mendImageAddresses(workspace: Workspace, author: Person): Promise<Mending> {
  const seen = await workspace.current();
  const lost = await findLostAddresses(workspace, seen, new Map());
  return makeOneCommit(workspace, author, async (snapshot) => {
    const known = haveSameImages(seen, snapshot) ? lost : new Map<string, Finding>();
    const find = createLostAddresses(snapshot.images);
    const changes: FileChange[] = [];
    const fixed: MendedAddress[] = [];
    for (const { post, addresses } of (await findLostAddresses(workspace, snapshot, known)).values()) {
      if (addresses.length === 0 || !(await isReadable(workspace, snapshot, post))) continue;
      changes.push(await changedPost(workspace, { snapshot, post, edit: mending(find) }));
      fixed.push(...addresses);
    }
    const action = { kind: 'mend-images', count: fixed.length } as const;
    return { changes, action, value: { fixed, posts: changes.length } };
  });
}

interface Finding {
  readonly post: SnapshotPost;
  readonly addresses: readonly MendedAddress[];
}

/** By path. What `known` says of a text that is the same is not looked for again: the writers behind us wait. */
async function findLostAddresses(
  workspace: Workspace,
  snapshot: Snapshot,
  known: ReadonlyMap<string, Finding>,
): Promise<ReadonlyMap<string, Finding>> {
  const find = createLostAddresses(snapshot.images);
  const breathe = createBreathing();
  const findings = new Map<string, Finding>();
  for (const post of snapshot.posts) {
    const before = known.get(post.path);
    if (before?.post.revision === post.revision) findings.set(post.path, { ...before, post });
    else {
      const body = await workspace.body(post).catch(nullIfCorrupt);
      findings.set(post.path, { post, addresses: body === null ? [] : lostIn(post, body, find) });
    }
    await breathe();
  }
  return findings;
}

function haveSameImages(a: Snapshot, b: Snapshot): boolean {
  return a.images.size === b.images.size && [...a.images].every(([path, id]) => b.images.get(path) === id);
}

type Kind = Reference['kind'];

/** What shows an image; what only leads to one is for the check of links. */
function isShown(kind: Kind): boolean {
  return kind === 'image' || kind === 'tag' || kind === 'definition';
}

function mending(find: FindLost): ImageEdit {
  return {
    field: (address) => find(address) ?? address,
    text: (markdown) => mendAddresses(markdown, (address, kind) => (isShown(kind) ? find(address) : null)),
  };
}

function lostIn(post: SnapshotPost, body: string, find: FindLost): readonly MendedAddress[] {
  const shown = findReferences(body).filter(({ kind }) => isShown(kind));
  const written = [post.coverImage, post.ogImage, ...shown.map(({ address }) => address)];
  return [...new Set(written)].flatMap((from) => {
    const to = from === null ? null : find(from);
    return from === null || to === null ? [] : [{ post: post.title, from, to }];
  });
}

async function isReadable(workspace: Workspace, { commit }: Snapshot, post: SnapshotPost): Promise<boolean> {
  return (await fileIdAt(workspace.objects, { commit, path: post.path })) === post.revision;
}
