import { fileIdAt } from '#content/git/tree-differences.ts';
import type { VersionPlace } from '#content/history/post-versions.ts';
import { COMPARED_FIELDS, type PostDifference } from '../../contract/history-operations.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import { textDifference } from '../../model/difference/text-difference.ts';
import { imageAddress } from '../../model/paths.ts';
import { shownImages } from '../images/lost-images.ts';
import { type ReadVersion, tryReadVersion } from '../posts/post-version.ts';
import type { Workspace } from '../workspace.ts';

/** A version with its bytes; `version` is null when its file could not be read. */
export interface LoadedVersion {
  readonly place: VersionPlace;
  readonly bytes: Uint8Array;
  readonly version: ReadVersion | null;
}

/** Images of one difference, past which no more are looked at. */
const MAX_IMAGES = 200;

/** Reads what a commit made of a post. */
export async function loadVersion(
  { read }: Pick<Workspace, 'read'>,
  place: VersionPlace,
): Promise<LoadedVersion> {
  const bytes = await read(place.blobId);
  return { place, bytes, version: tryReadVersion({ path: place.path, bytes }) };
}

/** What differs between two versions, in the order given. */
export async function versionDifference(
  workspace: Pick<Workspace, 'objects'>,
  from: LoadedVersion,
  to: LoadedVersion,
): Promise<Omit<PostDifference, 'from' | 'to'>> {
  return {
    isWhole: from.version !== null && to.version !== null,
    isRestorable: from.version !== null,
    fields: changedFields(from.version, to.version),
    body: textDifference(bodyOf(from.bytes), bodyOf(to.bytes)).map(writable),
    images: await changedImages(workspace, from, to),
  };
}

type BodyPart = PostDifference['body'][number];

function writable(part: ReturnType<typeof textDifference>[number]): BodyPart {
  return part.kind === 'changed' ? { ...part, runs: [...part.runs] } : part;
}

function changedFields(from: ReadVersion | null, to: ReadVersion | null): PostDifference['fields'] {
  if (from === null || to === null) return [];
  return COMPARED_FIELDS.flatMap((field) => {
    const [before, after] = [from.post[field], to.post[field]];
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, before, after }];
  });
}

async function changedImages(
  workspace: Pick<Workspace, 'objects'>,
  from: LoadedVersion,
  to: LoadedVersion,
): Promise<PostDifference['images']> {
  const [before, after] = [imagesOf(from), imagesOf(to)];
  const changed: PostDifference['images'] = [];
  for (const path of [...new Set([...before, ...after])].slice(0, MAX_IMAGES)) {
    const was = before.has(path) ? await fileIdAt(workspace.objects, { ...from.place, path }) : null;
    const is = after.has(path) ? await fileIdAt(workspace.objects, { ...to.place, path }) : null;
    if (was !== is) changed.push({ address: imageAddress(path), before: was, after: is });
  }
  return changed;
}

function imagesOf({ version, bytes }: LoadedVersion): ReadonlySet<string> {
  return shownImages(version?.post ?? { coverImage: null, ogImage: null }, bodyOf(bytes));
}
