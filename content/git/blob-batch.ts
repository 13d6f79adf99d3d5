import { runGit } from './git-program.ts';
import type { ObjectStore } from './objects/objects.ts';

type Blobs = ReadonlyMap<string, Buffer>;

interface BlobBatch {
  readonly gitDir: string;
  readonly ids: readonly string[];
  /** Ends the git program. */
  readonly signal: AbortSignal;
  readonly git?: typeof runGit;
}

/**
 * Blobs by one run of the git program, which reads many out of long delta chains quicker than we do, and beside us. Those it
 * did not find are left out; none is there when it refused, as for one that is damaged: the object store tells them apart.
 */
export async function readBlobs({ gitDir, ids, signal, git = runGit }: BlobBatch): Promise<Blobs> {
  if (ids.length === 0) return new Map();
  const printed = await git(gitDir, ['cat-file', '--batch'], { input: `${ids.join('\n')}\n`, signal });
  return printed === null ? new Map() : parseBatch(printed);
}

const HEADER = /^([0-9a-f]{40}) blob ([0-9]+)$/;

/** `<id> blob <size>`, a line end, that many bytes, a line end; anything else is one line (git-cat-file(1)). */
function parseBatch(printed: Buffer): Blobs {
  const blobs = new Map<string, Buffer>();
  for (let at = 0; at < printed.length; ) {
    const end = printed.indexOf('\n', at);
    if (end === -1) break;
    const [, id, size] = HEADER.exec(printed.toString('latin1', at, end)) ?? [];
    at = end + 1;
    if (id === undefined) continue;
    const next = at + Number(size);
    if (next >= printed.length) break;
    blobs.set(id, printed.subarray(at, next));
    at = next + 1;
  }
  return blobs;
}

/** The objects, of which some are known already. */
export function withBlobs(
  objects: Pick<ObjectStore, 'sizeOf' | 'read'>,
  blobs: Blobs,
): Pick<ObjectStore, 'sizeOf' | 'read'> {
  return {
    sizeOf: async (id) => {
      const bytes = blobs.get(id);
      return bytes === undefined ? objects.sizeOf(id) : { type: 'blob', size: bytes.length };
    },
    read: async (id) => {
      const bytes = blobs.get(id);
      return bytes === undefined ? objects.read(id) : { type: 'blob', bytes };
    },
  };
}
