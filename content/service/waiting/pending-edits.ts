import type { Person } from '../../model/change-set.ts';
import { type ImageEdit, withImagesEdited } from '../images/image-edits.ts';
import { readVersion } from '../posts/post-version.ts';
import { authorView } from './author-view.ts';
import { keepVersion, type PendingContext, situationOf } from './pending-keeping.ts';

interface AddressEdits {
  /** The posts, by id. */
  readonly ids: Iterable<string>;
  readonly edit: ImageEdit;
  readonly author: Person;
}

/**
 * Edits addresses in what waits of posts, and makes those wait that were live alone; no news to readers. Answers the posts of
 * which something changed. A pending version that cannot be read is left alone.
 */
export async function keepEdited(
  context: PendingContext,
  { ids, edit, author }: AddressEdits,
): Promise<readonly { readonly id: string; readonly title: string }[]> {
  context.workspace.requireWritable();
  const changed: { readonly id: string; readonly title: string }[] = [];
  for (const id of ids) {
    const title = await context.workspace.write<string>(async (snapshot) => {
      const view = await authorView(context, snapshot);
      if (!view.snapshot.posts.some((post) => post.id === id)) return NOTHING;
      const found = await situationOf(context, snapshot, id);
      const { newest } = found;
      const bytes = withImagesEdited(newest, edit);
      if (Buffer.compare(bytes, newest.bytes) === 0) return NOTHING;
      const version = readVersion({ path: newest.path, bytes });
      const isKept = await keepVersion(context, found, { version, author, isMinor: true });
      return isKept ? version.post.title : null;
    });
    if (title !== NOTHING) changed.push({ id, title });
  }
  return changed;
}

/** No title is empty. */
const NOTHING = '';
