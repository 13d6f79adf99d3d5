import { groupedBy } from '../model/grouped.ts';
import type { SnapshotPost } from '../model/post.ts';
import type { ListDifference } from '../model/post-lists.ts';
import { parsePostFile, uuidOfPath } from './post-file.ts';

/** The file of a post, as it is compared with others: `revision` is what it says, but for its own id. */
export type MovingFile = Pick<SnapshotPost, 'id' | 'path' | 'revision' | 'title'>;

/** The file of a post, to be compared; one that cannot be read is known by its path, and alike by its bytes alone. */
export function movingFile(path: string, bytes: Uint8Array): MovingFile {
  const parsed = parsePostFile({ path, bytes });
  const id = parsed.kind === 'post' ? parsed.post.id : uuidOfPath(path);
  const revision = Buffer.from(bytes).toString('latin1').replace(id, '');
  return { id, path, title: parsed.kind === 'post' ? parsed.post.title : revision, revision };
}

/**
 * Where posts went whose files state no id, so that another path made another post of each: by the id that each had, the one it
 * has now. It is the one new post with the same bytes, or else with the same title.
 */
export function movedWithoutId(files: ListDifference<MovingFile>): ReadonlyMap<string, string> {
  const { gone, added } = unnamed(files);
  if (gone.length === 0) return new Map();
  const byBytes = new Map(pairs(gone, added, ({ revision }) => revision));
  const arrived = new Set(byBytes.values());
  const lost = gone.filter(({ id }) => !byBytes.has(id));
  const fresh = added.filter(({ id }) => !arrived.has(id));
  return new Map([...byBytes, ...pairs(lost, fresh, ({ title }) => title)]);
}

/** Those that no id tells apart from new ones, and the new ones. */
function unnamed({ gone, added }: ListDifference<MovingFile>): ListDifference<MovingFile> {
  const [before, after] = [new Set(gone.map(({ id }) => id)), new Set(added.map(({ id }) => id))];
  return {
    gone: gone.filter(({ id, path }) => !after.has(id) && id === uuidOfPath(path)),
    added: added.filter(({ id }) => !before.has(id)),
  };
}

/** The ids of those that have something in common that none of the others has. */
function pairs(
  lost: readonly MovingFile[],
  fresh: readonly MovingFile[],
  keyOf: (post: MovingFile) => string,
): readonly (readonly [from: string, to: string])[] {
  const [from, to] = [groupedBy(lost, keyOf), groupedBy(fresh, keyOf)];
  return [...from].flatMap(([key, [old, ...others]]) => {
    const [now, ...rivals] = to.get(key) ?? [];
    const isSure = others.length + rivals.length === 0;
    return old === undefined || now === undefined || !isSure ? [] : [[old.id, now.id] as const];
  });
}
