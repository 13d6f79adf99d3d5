import type { HistoryIndex } from '#content/history/history-index.ts';
import { postVersions, type VersionPlace } from '#content/history/post-versions.ts';
import { commitTrailers, isMinorFor, readerNote } from '../../contract/commit-trailers.ts';
import { bodyOf } from '../../files/front-matter-split.ts';
import { type ByteCache, createByteCache } from '../../git/objects/byte-cache.ts';
import { frenchSpaces } from '../../model/french-spaces.ts';
import type { ImageInfo } from '../../model/image.ts';
import type { RenderedMarkdown } from '../../model/markdown/rendered.ts';
import type { SnapshotPost } from '../../model/post.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import {
  imagesShown,
  NO_UPDATES,
  type PostUpdates,
  passagesOf,
  postUpdates,
  type ReadText,
  type UpdateStep,
  updateSpans,
  type VersionFacts,
} from '../../model/updates/post-updates.ts';
import { momentOf } from '../history/history-versions.ts';
import type { Workspace } from '../workspace.ts';
import { tryReadVersion } from './post-version.ts';

export interface UpdatesSources {
  readonly workspace: Pick<Workspace, 'objects' | 'read'>;
  readonly index: Pick<HistoryIndex, 'at'>;
  readonly markdown: (source: string, images: ReadonlyMap<string, ImageInfo>) => Promise<RenderedMarkdown>;
}

/** Versions of one post that are looked at, and updates that are told: the newest. */
const MAX_VERSIONS = 400;
const MAX_SPANS = 40;

/** Versions of which what was read is kept: the next version of a post tells of the same ones. */
const KEPT_FACTS = 4000;
const KEPT_TEXTS_BYTES = 4 * 1024 * 1024;

/** What is known of versions, which never changes. */
interface Kept {
  readonly facts: ByteCache<readonly LoadedFacts[]>;
  readonly texts: ByteCache<ReadText>;
}

/** Reads what history says became of a post since readers first saw it, up to the text of `post`. */
export function createUpdatesReader(sources: UpdatesSources) {
  const kept: Kept = {
    facts: createByteCache({ maxBytes: KEPT_FACTS, sizeOf: () => 1 }),
    texts: createByteCache({ maxBytes: KEPT_TEXTS_BYTES, sizeOf: bytesOf }),
  };
  return async (
    snapshot: Pick<Snapshot, 'commit'>,
    post: Pick<SnapshotPost, 'id' | 'path' | 'revision'>,
  ): Promise<PostUpdates> => {
    const { objects } = sources.workspace;
    const index = await sources.index.at(snapshot.commit);
    const places = await postVersions({ index, objects, id: post.id, paths: [post.path] });
    const current = places.findIndex(({ blobId }) => blobId === post.revision);
    const shown = current === -1 ? [] : places.slice(current, current + MAX_VERSIONS).reverse();
    if (shown.length < 2) return NO_UPDATES;
    return updatesOf(sources, kept, { id: post.id, places: shown });
  };
}

function bytesOf({ title, passages }: ReadText): number {
  return 2 * passages.reduce((sum, text) => sum + text.length, title.length);
}

interface LoadedFacts extends VersionFacts {
  readonly title: string;
  readonly coverImage: string | null;
  readonly blobId: string;
}

async function updatesOf(
  sources: UpdatesSources,
  kept: Kept,
  { id, places }: { readonly id: string; readonly places: readonly VersionPlace[] },
): Promise<PostUpdates> {
  const versions: LoadedFacts[] = [];
  for (const place of places) {
    const key = `${id} ${place.commit} ${place.path} ${place.blobId}`;
    const facts = kept.facts.get(key) ?? (await factsOf(sources, id, place));
    kept.facts.set(key, facts);
    versions.push(...facts);
  }
  // Minor spans at the start are needed by nobody.
  const newest = updateSpans(versions).slice(-MAX_SPANS);
  const firstNews = newest.findIndex(({ kind }) => kind === 'news');
  const told = firstNews === -1 ? [] : newest.slice(firstNews);
  const textAt = async (at: number): Promise<ReadText> => {
    const version = versions[at];
    if (version === undefined) throw new RangeError(`no version ${at}`);
    const key = `${version.blobId} ${version.title}`;
    const text = kept.texts.get(key) ?? (await readText(sources, version));
    kept.texts.set(key, text);
    return text;
  };
  const steps: UpdateStep[] = [];
  for (const span of told)
    steps.push({ span, before: await textAt(span.before), after: await textAt(span.after) });
  return postUpdates(steps);
}

/** A version that cannot be read was never shown: none. */
async function factsOf(
  { workspace }: UpdatesSources,
  id: string,
  { commit, path, blobId }: VersionPlace,
): Promise<readonly LoadedFacts[]> {
  const version = tryReadVersion({ path, bytes: await workspace.read(blobId) });
  if (version === null) return [];
  const { author, message } = await workspace.objects.readCommit(commit);
  const { title, coverImage, isPublished, publishedAt, unpublishedAt } = version.post;
  const isMinor = isMinorFor(commitTrailers(message), id);
  const at = momentOf(author.seconds);
  return [
    {
      at,
      isPublished,
      publishedAt,
      unpublishedAt,
      isMinor,
      note: readerNote(message, id),
      title,
      coverImage,
      blobId,
    },
  ];
}

async function readText(
  { workspace, markdown }: UpdatesSources,
  { blobId, title, coverImage }: LoadedFacts,
): Promise<ReadText> {
  const body = bodyOf(await workspace.read(blobId));
  const { html } = await markdown(body, new Map());
  return {
    title: frenchSpaces(title).replaceAll("'", '’'),
    passages: passagesOf(html),
    images: imagesShown({ coverImage, body }),
  };
}
