import { Readable } from 'node:stream';
import { isObjectId, NO_OBJECT_ID } from '#content/git/objects/object-id.ts';
import { isRefName } from '#content/git/refs/refs.ts';
import { exchange, type HttpOptions, isAllowedRemote, remoteError } from './http-exchange.ts';

export type Service = 'git-upload-pack' | 'git-receive-pack';

/** What a remote repository says that it holds, and can do. */
export interface Advertised {
  readonly what: Service;
  /** Full name → object id; names that no ref may have are left out. */
  readonly refs: ReadonlyMap<string, string>;
  /** The branch that it shows first, if it says so. */
  readonly head: string | null;
  readonly capabilities: ReadonlySet<string>;
  /** Where requests of this service go. */
  readonly service: URL;
}

export const BRANCHES = 'refs/heads/';
const FLUSH = '0000';
/** All refs of a repository are told at once: this is some 200,000 of them. */
const MAX_BYTES = 16 * 1024 * 1024;
const NEEDED: Readonly<Record<Service, readonly string[]>> = {
  'git-upload-pack': ['side-band-64k'],
  'git-receive-pack': ['side-band-64k', 'report-status'],
};
/** What a client may take up; the rest of what a server offers is not passed on (gitprotocol-capabilities(5)). */
const TAKEN_UP =
  /^(?:multi_ack|multi_ack_detailed|no-done|thin-pack|no-thin|side-band-64k|ofs-delta|no-progress|allow-(?:tip|reachable)-sha1-in-want|shallow|report-status|delete-refs|quiet|atomic|object-format=sha1)$/;

/**
 * The refs of a remote repository (gitprotocol-http(5), smart discovery), asked for by our own exchange. Throws ContentError
 * 'remote', 'not-a-repository' when what answers is no git server, or one that lacks what is needed.
 */
export async function readAdvertisement(http: HttpOptions, url: URL, what: Service): Promise<Advertised> {
  const expects = `application/x-${what}-advertisement`;
  const asked = new URL(`${url.origin}${url.pathname.replace(/\/+$/, '')}/info/refs?service=${what}`);
  const answer = await exchange(http, { url: asked, expects, maxBytes: MAX_BYTES });
  if (!answer.url.pathname.endsWith('/info/refs')) throw remoteError('redirected');
  const pieces: Buffer[] = [];
  for await (const piece of answer.pieces) pieces.push(piece);
  const read = await parseAdvertisement(Buffer.concat(pieces), what);
  if (read.refs.size > 0 && !NEEDED[what].every((name) => read.capabilities.has(name)))
    throw remoteError('not-a-repository');
  const below = answer.url.pathname.slice(0, -'/info/refs'.length);
  return { ...read, what, service: new URL(`${answer.url.origin}${below}/${what}`) };
}

/** What an advertisement says, read by isomorphic-git. Throws ContentError 'remote'; 'offline' for one that was cut short. */
export async function parseAdvertisement(
  bytes: Buffer,
  what: Service,
): Promise<Omit<Advertised, 'what' | 'service'>> {
  const { refs: lines, capabilities } = await readInfo(bytes, what);
  // Where a shallow repository ends is told as refs are.
  const refs = lines?.filter(({ oid }) => oid !== 'shallow');
  if (!bytes.toString('latin1').endsWith(FLUSH)) throw remoteError('offline');
  const { 'object-format': format = 'sha1' } = capabilities;
  // A server that speaks version 2 unasked would have to be asked once more for its refs.
  if (refs === undefined || format !== 'sha1' || refs.some(({ oid }) => !isObjectId(oid)))
    throw remoteError('not-a-repository');
  const named = refs.filter(({ ref }) => ref !== 'HEAD' && isRefName(ref));
  const offered = Object.entries(capabilities).map(([name, value]) =>
    value === true ? name : `${name}=${value}`,
  );
  return {
    refs: new Map(named.map(({ ref, oid }) => [ref, oid])),
    head: refs.find(({ ref }) => ref === 'HEAD')?.target ?? null,
    capabilities: new Set(offered.filter((name) => TAKEN_UP.test(name))),
  };
}

async function readInfo(bytes: Buffer, what: Service) {
  const { getRemoteInfo2 } = await loadLibrary();
  const headers = { 'content-type': `application/x-${what}-advertisement` };
  const body = Readable.from([bytes])[Symbol.asyncIterator]();
  const request = ({ url }: { readonly url: string }) =>
    Promise.resolve({ url, headers, statusCode: 200, statusMessage: 'OK', body });
  try {
    return await getRemoteInfo2({
      url: 'http://localhost',
      forPush: what === 'git-receive-pack',
      protocolVersion: 1,
      http: { request },
    });
  } catch (error) {
    throw remoteError('not-a-repository', { cause: error });
  }
}

/**
 * An advertisement in the protocol's own form, of these refs alone: what a client sees that is to know of no others, nor of
 * what happened there meanwhile.
 */
export function advertisementOf(
  { what, capabilities }: Pick<Advertised, 'what' | 'capabilities'>,
  refs: ReadonlyMap<string, string>,
): Buffer {
  const [[name, id] = ['capabilities^{}', NO_OBJECT_ID], ...others] = refs;
  const lines = [
    pktLine(`# service=${what}\n`),
    FLUSH,
    pktLine(`${id} ${name}\0${[...capabilities].join(' ')}\n`),
    ...others.map(([ref, at]) => pktLine(`${at} ${ref}\n`)),
    FLUSH,
  ];
  return Buffer.from(lines.join(''));
}

/** One line of git's protocol (gitprotocol-common(5), pkt-line). */
function pktLine(text: string): string {
  return (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;
}

/**
 * The branch of a repository that readers get: the one that it shows first, or its only one beside the work branch, which is never
 * it; null when it has none. Throws ContentError 'remote', 'no-branch' when that cannot be told.
 */
export async function findDefaultBranch(
  http: HttpOptions,
  { address, workBranch }: { readonly address: string; readonly workBranch: string },
): Promise<string | null> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !isAllowedRemote(url)) throw remoteError('not-a-repository');
  const { head, refs } = await readAdvertisement(http, url, 'git-upload-pack');
  const all = [...refs.keys()].filter((name) => name.startsWith(BRANCHES));
  const branches = all.filter((name) => name !== BRANCHES + workBranch);
  const [only] = branches;
  if (all.length === 0) return null;
  const shown = head !== null && branches.includes(head) ? head : null;
  if (only === undefined || (shown === null && branches.length > 1)) throw remoteError('no-branch');
  return (shown ?? only).slice(BRANCHES.length);
}

/** isomorphic-git, loaded when it is first needed: whole, for a bundle gives the names of a CommonJS module to nobody. */
export async function loadLibrary() {
  return (await import('isomorphic-git')).default;
}
