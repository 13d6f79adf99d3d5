import { isLink } from '#content/git/tree.ts';
import type { EntryDifference } from '#content/git/tree-differences.ts';
import { CAPACITY_FILE, imageAddress, isImagePath, SITE_FILE } from '../../model/paths.ts';
import { linksDisputed, mergeFiles } from './merge-files.ts';
import type { Outcome, ReadBlob } from './merge-post-moves.ts';
import type { Side } from './tree-sides.ts';

export interface Sides {
  readonly ours: Side;
  readonly theirs: Side;
  readonly read: ReadBlob;
}

/** Files that are no posts: what one side changed, what both did put together, and images that a text still shows. */
export async function mergeOtherFiles({ ours, theirs, read }: Sides): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [path, difference] of theirs.files) {
    const mine = ours.files.get(path);
    const isAnyLink = [ours, theirs].some(({ entries }) => leads(entries.get(path)));
    const areBothThere = difference.is !== null && mine !== undefined && mine.is !== null;
    if (areBothThere && isAnyLink) outcomes.push(linksDisputed({ ours: mine, theirs: difference }));
    else if (mine !== undefined) outcomes.push(await mergeFiles({ ours: mine, theirs: difference }, read));
    else if (difference.is !== null)
      outcomes.push({ changes: [{ path, bytes: await read(difference.is) }], clash: null });
    else if (!isImagePath(path) || !(await isShown(path, ours, read)))
      outcomes.push({ changes: [{ path, bytes: null }], clash: null });
  }
  for (const [path, { was, is }] of ours.files) {
    const isGone = is === null && was !== null && isImagePath(path) && !theirs.files.has(path);
    if (isGone && (await isShown(path, theirs, read)))
      outcomes.push({ changes: [{ path, bytes: await read(was) }], clash: null });
  }
  return outcomes;
}

/** Whether a symbolic link stood there, or stands there now. */
function leads(entry: EntryDifference | undefined): boolean {
  return [entry?.was, entry?.is].some((blob) => blob !== undefined && blob !== null && isLink(blob));
}

/** Whether a post that this side changed shows the image: then it stays, whoever deleted it. */
async function isShown(path: string, side: Side, read: ReadBlob): Promise<boolean> {
  const settings = [SITE_FILE, CAPACITY_FILE].map((file) => side.files.get(file)?.is ?? null);
  for (const id of [...[...side.posts.values()].map(({ after }) => after?.id ?? null), ...settings]) {
    if (id === null) continue;
    const text = Buffer.from(await read(id)).toString('utf8');
    if (text.includes(imageAddress(path)) || text.includes(path)) return true;
  }
  return false;
}
