import { REDIRECTS_FILE } from '../model/paths.ts';
import { isLostAt, type Snapshot } from '../model/snapshot.ts';
import type { Workspace } from './workspace.ts';

/** The bytes of redirects.yml; what is known of it where the repository lost them; null when there is none. */
export async function currentRedirects(
  workspace: Pick<Workspace, 'read'>,
  snapshot: Snapshot,
): Promise<Uint8Array | null> {
  const { redirectsId, redirects, derivedRedirects } = snapshot;
  if (redirectsId === '') return null;
  if (!isLostAt(snapshot, REDIRECTS_FILE)) return workspace.read(redirectsId);
  const derived = new Set(derivedRedirects.map(([from]) => from));
  const said = [...redirects].filter(([from]) => !derived.has(from));
  return Buffer.from(said.map(([from, to]) => `${from}: ${to}\n`).join(''));
}
