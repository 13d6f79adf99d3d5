import { createHash } from 'node:crypto';
import { objectId } from '#content/git/objects/object-id.ts';
import { commitMessage } from '../../contract/commit-sentences.ts';
import type { ImageFile } from '../../contract/fields.ts';
import type { UploadedImage } from '../../contract/images-operations.ts';
import type { Person } from '../../model/change-set.ts';
import type { ImageInfo } from '../../model/image.ts';
import { imageName } from '../../model/image-name.ts';
import { parisYear } from '../../model/paris-time.ts';
import { imagePath } from '../../model/paths.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { makeOneCommit, type Plan } from '../one-commit.ts';
import type { Publishing } from '../publishing/publishing-apart.ts';
import { createTurns } from '../turns.ts';
import { authorView } from '../waiting/author-view.ts';
import type { PendingContext } from '../waiting/pending-keeping.ts';
import { fileName, uploadedImage } from './image-answers.ts';
import { type CleanedImage, type ImagePipeline, inProcess } from './image-pipeline.ts';

/** Decoding takes a processor and a hundred megabytes: pages must keep theirs. */
const TURNS = { atOnce: 2, waiting: 20 } as const;

interface UploadContext extends Pick<PendingContext, 'workspace' | 'pending'> {
  /** Where publishing is apart from saving, a picture waits like the text that is to show it. */
  readonly publishing: Publishing;
}

export type DescribeImage = (path: string, blobId: string) => Promise<ImageInfo | null>;

/**
 * Puts pictures into the repository: cleaned (image-pipeline.ts), as one commit each. What is there already, whatever its
 * name, is answered without a commit, and so are the very bytes of an image that is there. No file is ever written over.
 */
export function createImageUpload(
  { workspace, pending, publishing }: UploadContext,
  describe: DescribeImage,
  { clean }: Pick<ImagePipeline, 'clean'> = inProcess,
) {
  const inTurn = createTurns(TURNS);

  async function stored(snapshot: Snapshot, blobId: string): Promise<UploadedImage | null> {
    for (const [path, id] of snapshot.images) {
      const info = id === blobId ? await describe(path, id) : null;
      if (info === null) continue;
      const bytes = (await workspace.objects.sizeOf(blobId))?.size ?? 0;
      return uploadedImage({ path, width: info.width, height: info.height, bytes });
    }
    return null;
  }

  return async ({ filename, bytes }: ImageFile, author: Person): Promise<UploadedImage> => {
    const same = await stored(await seen(), objectId('blob', bytes));
    if (same !== null) return same;
    const image = await inTurn(() => clean(bytes));
    const blobId = objectId('blob', image.bytes);
    const plan = async (): Promise<Plan<UploadedImage>> => {
      const snapshot = await seen();
      const path = freePath(snapshot, { filename, image, year: parisYear(workspace.clock()) });
      const known = await stored(snapshot, blobId);
      return {
        changes: known === null ? [{ path, bytes: image.bytes }] : [],
        action: { kind: 'add-image', name: fileName(path) },
        value: known ?? uploadedImage({ ...image, path, bytes: image.bytes.length }),
      };
    };
    return publishing === 'apart' ? keepOne(author, plan) : makeOneCommit(workspace, author, plan);
  };

  /** With the images that only the work branch has. */
  async function seen(): Promise<Snapshot> {
    return (await authorView({ workspace, pending }, await workspace.current())).snapshot;
  }

  async function keepOne<Value>(author: Person, plan: () => Promise<Plan<Value>>): Promise<Value> {
    workspace.requireWritable();
    const made: Value[] = [];
    await pending.change(author, async () => {
      const { changes, action, value } = await plan();
      made.push(value);
      return { changes, message: commitMessage(action) };
    });
    const value = made.at(-1);
    if (value === undefined) throw new Error('a change is planned before it is made');
    return value;
  }
}

interface NewImage {
  readonly filename: string;
  readonly image: CleanedImage;
  readonly year: number;
}

/** Twelve digits make it unlikely that other content has the name, not impossible. */
function freePath(snapshot: Snapshot, { filename, image, year }: NewImage): string {
  const digest = contentDigest(image.bytes);
  const taken = new Set([...snapshot.images.keys()].map((path) => path.toLowerCase()));
  for (let copy = 1; ; copy += 1) {
    const name = imageName(copy === 1 ? filename : `${copy}-${filename}`, { digest, ending: image.ending });
    const path = imagePath(name, year);
    if (!taken.has(path)) return path;
  }
}

/** What a name says of the content. */
export function contentDigest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
