import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_IMAGE_BYTES } from '../../model/image.ts';
import { isPublicAddress, TRANSLATED_NAME, type Translation, translationsIn } from './public-network.ts';

/** What came of asking another site for a picture; `reason` is a French sentence. */
export type Fetched =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** The site does not answer at all, be it another picture. */
      readonly isSilent?: true;
    };

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** Whether an address of a machine may be asked; those of no public network may not, unless a test says otherwise. */
  readonly isAllowed?: typeof isPublicAddress;
  /** The addresses that a name has: the system's answer, unless a test says otherwise. */
  readonly resolveName?: (name: string) => Promise<readonly LookupAddress[]>;
  /** Milliseconds before a request is tried again, and that nothing may come for. */
  readonly pauseMs?: number;
  readonly silenceMs?: number;
  /** Milliseconds that one try may take, wherever it is sent on to. */
  readonly wholeMs?: number;
}

const MAX_REDIRECTS = 5;
const MAX_TRIES = 3;
const PAUSE_MS = 2000;
const SILENCE_MS = 20_000;
/** So long one try may take in all, in milliseconds: a site that gives a byte now and then is no site to wait for. */
const WHOLE_MS = 120_000;
/** A site that asks to be left alone longer than this is not asked again, in milliseconds. */
const LONGEST_PAUSE_MS = 60_000;
const HEADERS = {
  'user-agent': 'Encrier (import)',
  accept: 'image/*',
};

/**
 * Fetches a picture from the web as a stranger would: no credentials, no address of a private network (RFC 1918, RFC 6890, told by what
 * names resolve to at the very moment), redirects looked at one by one, at most as many bytes as a picture may have. Tried again
 * where the site is out of order or asks to be (RFC 9110, Retry-After).
 */
export async function fetchPicture(address: string, options: FetchOptions): Promise<Fetched> {
  const { signal, pauseMs = PAUSE_MS } = options;
  for (let tried = 1; ; tried += 1) {
    const asked = await follow(address, options);
    signal.throwIfAborted(); // What is stopped did not fail.
    if (asked.kind !== 'later' || tried === MAX_TRIES)
      return asked.kind === 'later' ? failedAfterAll(asked) : asked;
    const wait = asked.afterMs ?? pauseMs * tried;
    if (wait > LONGEST_PAUSE_MS) return failedAfterAll(asked);
    await pause(wait, undefined, { signal });
  }
}

interface Later {
  readonly kind: 'later';
  readonly afterMs: number | null;
  readonly reason: string;
  readonly isSilent?: true;
}
type Answer = Fetched | Later | { readonly kind: 'moved'; readonly to: string };

function failedAfterAll({ kind: _, afterMs: _afterMs, ...why }: Later): Fetched {
  return { kind: 'failed', ...why };
}

async function follow(address: string, options: FetchOptions): Promise<Exclude<Answer, { kind: 'moved' }>> {
  const { signal, wholeMs = WHOLE_MS } = options;
  const within = { ...options, signal: AbortSignal.any([signal, AbortSignal.timeout(wholeMs)]) };
  let at = address;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const answer = await ask(at, within);
    if (answer.kind !== 'moved') return answer;
    if (!URL.canParse(answer.to, at)) break;
    at = new URL(answer.to, at).href;
  }
  return failed('le site renvoie trop souvent ailleurs');
}

function failed(reason: string): Fetched {
  return { kind: 'failed', reason };
}

/** Below it are services of other kinds, but for the web's own two ports, of which an address does not speak. */
const FIRST_FREE_PORT = 1024;
const PRIVATE = 'cette adresse mène à un réseau privé\u00a0: elle n’a pas été demandée';

function ask(
  address: string,
  { signal, isAllowed = isPublicAddress, resolveName = addressesOf, silenceMs = SILENCE_MS }: FetchOptions,
): Promise<Answer> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    return Promise.resolve(failed('ce n’est pas une adresse du web'));
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT)
    return Promise.resolve(failed('cette adresse mène à un autre service que le web'));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isAllowed(host)) return Promise.resolve(failed(PRIVATE));
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = send(
      {
        hostname: host,
        port: url.port,
        path: url.pathname + url.search,
        headers: HEADERS,
        agent: false,
        signal,
        lookup: guarded(isAllowed, resolveName),
        timeout: silenceMs,
      },
      (response) => read(response, resolve),
    );
    request.on('timeout', () => request.destroy(new Error('silence')));
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPRIVATE') resolve(failed(PRIVATE));
      else if (error.code === 'ENOTFOUND')
        resolve({ kind: 'failed', reason: 'ce site n’existe plus', isSilent: true });
      else resolve({ kind: 'later', afterMs: null, reason: 'le site ne répond pas', isSilent: true });
    });
    request.end();
  });
}

/** What a response says: its picture, or why there is none. */
function read(response: IncomingMessage, resolve: (answer: Answer) => void): void {
  const { statusCode = 0, headers } = response;
  const end = (answer: Answer): void => {
    resolve(answer);
    response.destroy();
  };
  const reason = `le site répond ${statusCode}`;
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined)
    end({ kind: 'moved', to: headers.location });
  else if (statusCode === 429 || statusCode >= 500)
    end({ kind: 'later', afterMs: retryAfter(headers['retry-after']), reason });
  else if (statusCode !== 200) end(failed(reason));
  else gather(response, end);
}

function gather(response: IncomingMessage, end: (answer: Answer) => void): void {
  const parts: Buffer[] = [];
  let length = 0;
  response.on('data', (part: Buffer) => {
    length += part.length;
    if (length > MAX_IMAGE_BYTES) end(failed('l’image dépasse 10 Mo'));
    else parts.push(part);
  });
  response.on('end', () => end({ kind: 'bytes', bytes: Buffer.concat(parts) }));
  const cut = () => end({ kind: 'later', afterMs: null, reason: 'l’envoi a été coupé' });
  response.on('error', cut);
  response.on('aborted', cut);
}

/** Seconds, or a date (RFC 9110, 10.2.3); null for neither. */
function retryAfter(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1000;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? null : Math.max(0, moment - Date.now());
}

const addressesOf = (name: string): Promise<readonly LookupAddress[]> => lookup(name, { all: true });

/** Looks a name up, and refuses it where any of its addresses may not be asked. What is asked then is one of those. */
function guarded(
  isAllowed: typeof isPublicAddress,
  resolveName: NonNullable<FetchOptions['resolveName']>,
): LookupFunction {
  async function allowed(name: string): Promise<readonly LookupAddress[]> {
    const found = await resolveName(name);
    const translations = found.some(({ family }) => family === 6) ? await translationsHere(resolveName) : [];
    if (found.length === 0 || found.some(({ address }) => !isAllowed(address, translations)))
      throw Object.assign(new Error(`${name} is private`), { code: 'EPRIVATE' });
    return found;
  }
  return (name, options, done) => {
    allowed(name).then(
      (found) => {
        const [first] = found;
        if (options.all === true || first === undefined) done(null, [...found]);
        else done(null, first.address, first.family);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), '', 0),
    );
  };
}

/** How this network translates IPv4 for machines that have none; most do not. */
async function translationsHere(
  resolveName: NonNullable<FetchOptions['resolveName']>,
): Promise<readonly Translation[]> {
  const found = await resolveName(TRANSLATED_NAME).catch(() => []);
  return translationsIn(found.map(({ address }) => address));
}
