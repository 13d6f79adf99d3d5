import { isObjectId } from '../objects/object-id.ts';
import { type Answered, exchange, type HttpOptions, remoteError } from './http-exchange.ts';
import { type PktLines, readPktLines } from './pkt-line.ts';

export type Service = 'git-upload-pack' | 'git-receive-pack';

export interface Advertised {
  /** Full name → object id. Those a server only lends (`.have`) are under `lent`. */
  readonly refs: ReadonlyMap<string, string>;
  readonly lent: readonly string[];
  readonly capabilities: ReadonlySet<string>;
  /** Where requests of this service go. */
  readonly service: URL;
}

const MAX_REFS = 100_000;

/**
 * The refs of a remote repository (gitprotocol-http(5), smart discovery). Throws ContentError 'remote', 'not-a-repository'
 * when what answers is no git server.
 */
export async function readAdvertisement(
  options: HttpOptions,
  { url, service }: { readonly url: URL; readonly service: Service },
): Promise<Advertised> {
  const suffix = `/info/refs?service=${service}`;
  const expects = `application/x-${service}-advertisement`;
  const answer = await exchange(options, { url: below(url, suffix), expects });
  const lines = readPktLines(answer.pieces);
  await passHeading(lines, service);
  return { ...(await readRefs(lines)), service: serviceAddress(answer, service) };
}

/** The address of something below a repository's, whose own query is not kept. */
function below(url: URL, suffix: string): URL {
  return new URL(`${url.origin}${url.pathname.replace(/\/+$/, '')}${suffix}`);
}

function serviceAddress({ url }: Answered, service: Service): URL {
  if (!url.pathname.endsWith('/info/refs')) throw remoteError('redirected');
  return new URL(`${url.origin}${url.pathname.slice(0, -'/info/refs'.length)}/${service}`);
}

async function passHeading(lines: PktLines, service: Service): Promise<void> {
  const heading = await lines.next();
  const text = heading instanceof Buffer ? heading.toString().trim() : '';
  if (text !== `# service=${service}` || (await lines.next()) !== 'flush')
    throw remoteError('not-a-repository');
}

async function readRefs(lines: PktLines): Promise<Omit<Advertised, 'service'>> {
  const refs = new Map<string, string>();
  const lent: string[] = [];
  let capabilities: ReadonlySet<string> = new Set();
  for (let line = await lines.next(); line instanceof Buffer; line = await lines.next()) {
    const [ref = '', extra] = line.toString().replace(/\n$/, '').split('\0');
    if (extra !== undefined) capabilities = new Set(extra.split(' '));
    const [id = '', name = ''] = ref.split(' ');
    if (!isObjectId(id) || refs.size > MAX_REFS) throw remoteError('not-a-repository');
    if (name === '.have') lent.push(id);
    else if (name.startsWith('refs/') && !name.endsWith('^{}')) refs.set(name, id);
  }
  if (capabilities.has('object-format=sha256')) throw remoteError('not-a-repository');
  return { refs, lent, capabilities };
}
