import { Readable } from 'node:stream';
import { isObjectId, NO_OBJECT_ID } from '#content/git/objects/object-id.ts';
import { isRefName } from '#content/git/refs/refs.ts';
import { remoteError } from './http-exchange.ts';

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

const FLUSH = '0000';
export const BRANCHES = 'refs/heads/';
/** What a client may take up; the rest of what a server offers is not passed on (gitprotocol-capabilities(5)). */
const TAKEN_UP =
  /^(?:multi_ack|multi_ack_detailed|no-done|thin-pack|no-thin|side-band-64k|ofs-delta|no-progress|allow-(?:tip|reachable)-sha1-in-want|report-status|delete-refs|quiet|atomic|object-format=sha1)$/;

/** What an advertisement says, read by isomorphic-git. Throws ContentError 'remote'; 'offline' for one that was cut short. */
export async function parseAdvertisement(
  bytes: Buffer,
  what: Service,
): Promise<Omit<Advertised, 'what' | 'service'>> {
  const refs = await readRefs(bytes, what);
  const capabilities = /\0([^\n]*)/.exec(bytes.toString('latin1', 0, 64 * 1024))?.[1]?.split(' ') ?? [];
  if (!bytes.toString('latin1').endsWith(FLUSH)) throw remoteError('offline');
  const isOtherHash = capabilities.some((name) => /^object-format=(?!sha1$)/.test(name));
  if (isOtherHash || refs.some(({ oid }) => !isObjectId(oid))) throw remoteError('not-a-repository');
  const named = refs.filter(({ ref }) => ref !== 'HEAD' && isRefName(ref));
  return {
    refs: new Map(named.map(({ ref, oid }) => [ref, oid])),
    head: refs.find(({ ref }) => ref === 'HEAD')?.target ?? null,
    capabilities: new Set(capabilities.filter((name) => TAKEN_UP.test(name))),
  };
}

async function readRefs(bytes: Buffer, what: Service) {
  // isomorphic-git takes a repository without a ref, as git told of one before 2.41, for one that speaks version 2.
  if (bytes.toString('latin1') === `${pktLine(`# service=${what}\n`)}${FLUSH}${FLUSH}`) return [];
  const { listServerRefs } = await loadLibrary();
  try {
    return await listServerRefs({
      url: 'http://localhost',
      forPush: what === 'git-receive-pack',
      protocolVersion: 1,
      symrefs: true,
      http: {
        request: ({ url, method = 'GET' }) => {
          // A server that speaks version 2 unasked would have to be asked once more.
          if (method !== 'GET') throw remoteError('not-a-repository');
          const headers = { 'content-type': `application/x-${what}-advertisement` };
          const body = Readable.from([bytes])[Symbol.asyncIterator]();
          return Promise.resolve({ url, method, headers, statusCode: 200, statusMessage: 'OK', body });
        },
      },
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

/** The branches among refs: full name → commit. */
export function branchesOf({ refs }: Advertised): ReadonlyMap<string, string> {
  return new Map([...refs].filter(([name]) => name.startsWith(BRANCHES)));
}

/** isomorphic-git, loaded when it is first needed: whole, for a bundle gives the names of a CommonJS module to nobody. */
export async function loadLibrary() {
  return (await import('isomorphic-git')).default;
}
