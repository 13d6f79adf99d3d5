import type { PendingVersions } from '../../store/pending/pending.ts';
import { tryReadVersion } from '../posts/posts-versions.ts';
import type { Workspace } from '../workspace.ts';

/** What a pending version makes of its post. */
export interface PendingPost {
  readonly title: string;
  readonly isPublished: boolean;
}

/** The posts that have a pending version, by id. Each is read once; one that cannot be read is left out. */
export function createPendingPosts(
  pending: Pick<PendingVersions, 'refs' | 'read'>,
  workspace: Pick<Workspace, 'read'>,
) {
  let known: ReadonlyMap<string, Promise<PendingPost | null>> = new Map();

  async function read(id: string): Promise<PendingPost | null> {
    const version = (await pending.read(id))?.version ?? null;
    if (version === null) return null;
    const { path, blobId } = version.file;
    const post = tryReadVersion({ path, bytes: await workspace.read(blobId) })?.post;
    return post === undefined ? null : { title: post.title, isPublished: post.isPublished };
  }

  return async (): Promise<ReadonlyMap<string, PendingPost>> => {
    const refs = [...(await pending.refs())].flatMap(([id, commit]) =>
      commit === null ? [] : [{ id, key: `${id} ${commit}` }],
    );
    const before = known;
    const now = new Map(refs.map(({ id, key }) => [key, before.get(key) ?? read(id)] as const));
    known = now;
    const found = new Map<string, PendingPost>();
    for (const { id, key } of refs) {
      const post = await now.get(key);
      if (post !== null && post !== undefined) found.set(id, post);
    }
    return found;
  };
}
