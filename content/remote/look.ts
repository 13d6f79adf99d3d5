import { type Advertised, BRANCHES, branchesOf, parseAdvertisement, type Service } from './advertisement.ts';
import { exchange, type HttpOptions, isAllowedRemote, remoteError } from './http-exchange.ts';

/** All refs of a repository are told at once: this is some 200,000 of them. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * The refs of a remote repository (gitprotocol-http(5), smart discovery), asked for by our own exchange. Throws ContentError
 * 'remote', 'not-a-repository' when what answers is no git server.
 */
export async function readAdvertisement(
  http: HttpOptions,
  { url, what }: { readonly url: URL; readonly what: Service },
): Promise<Advertised> {
  const expects = `application/x-${what}-advertisement`;
  const asked = new URL(`${url.origin}${url.pathname.replace(/\/+$/, '')}/info/refs?service=${what}`);
  const answer = await exchange(http, { url: asked, expects, maxBytes: MAX_BYTES });
  if (!answer.url.pathname.endsWith('/info/refs')) throw remoteError('redirected');
  const pieces: Buffer[] = [];
  for await (const piece of answer.pieces) pieces.push(piece);
  const below = answer.url.pathname.slice(0, -'/info/refs'.length);
  const read = await parseAdvertisement(Buffer.concat(pieces), what);
  return { ...read, what, service: new URL(`${answer.url.origin}${below}/${what}`) };
}

/**
 * The branch that a repository shows first, or its only one; null when it has none. Throws ContentError 'remote', 'no-branch'
 * when that cannot be told.
 */
export async function findDefaultBranch(http: HttpOptions, address: string): Promise<string | null> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !isAllowedRemote(url)) throw remoteError('not-a-repository');
  const there = await readAdvertisement(http, { url, what: 'git-upload-pack' });
  const branches = branchesOf(there);
  const [only] = branches.keys();
  if (only === undefined) return null;
  const shown = there.head !== null && branches.has(there.head) ? there.head : null;
  if (shown === null && branches.size > 1) throw remoteError('no-branch');
  return (shown ?? only).slice(BRANCHES.length);
}
