import { isObjectId } from '../objects/object-id.ts';
import { listRefs } from '../refs/refs.ts';

/** Where pending versions are; a remote has them at the same place (docs/design.md, Writing). */
export const PENDING_REFS = 'refs/encrier/pending/';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The post whose pending version a ref holds; null for any other ref. */
export function pendingPostOf(ref: string): string | null {
  return ref.startsWith(PENDING_REFS) ? postIdIn(ref, PENDING_REFS) : null;
}

/** The refs below a folder that are named by a post's id: id → commit, null for a damaged ref. */
export async function refsByPost(gitDir: string, below: string): Promise<ReadonlyMap<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const [name, commit] of await listRefs(gitDir, below)) {
    const id = postIdIn(name, below);
    if (id !== null) found.set(id, isObjectId(commit) ? commit : null);
  }
  return found;
}

function postIdIn(ref: string, below: string): string | null {
  const id = ref.slice(below.length);
  return UUID.test(id) ? id : null;
}
