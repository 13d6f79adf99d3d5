import { isRefName } from '../refs/refs.ts';
import { readAdvertisement } from './advertised-refs.ts';
import { type HttpOptions, isAllowedRemote, remoteError } from './http-exchange.ts';

const BRANCH = 'refs/heads/';
const HEAD_IS = `symref=HEAD:${BRANCH}`;

/**
 * The branch that a repository shows first, or its only one; null when it has none. Throws ContentError 'remote', 'no-branch'
 * when that cannot be told, or has a name that is none.
 */
export async function findDefaultBranch(http: HttpOptions, address: string): Promise<string | null> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !isAllowedRemote(url)) throw remoteError('not-a-repository');
  const { refs, capabilities } = await readAdvertisement(http, { url, service: 'git-upload-pack' });
  const names = [...refs.keys()].filter((name) => name.startsWith(BRANCH));
  const shown = [...capabilities].find((capability) => capability.startsWith(HEAD_IS));
  const head = shown === undefined ? null : BRANCH + shown.slice(HEAD_IS.length);
  if (names.length === 0) return null;
  const found = head !== null && refs.has(head) ? head : names.length === 1 ? names[0] : undefined;
  if (found === undefined || !isRefName(found)) throw remoteError('no-branch');
  return found.slice(BRANCH.length);
}
