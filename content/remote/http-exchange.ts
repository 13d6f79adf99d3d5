import { type IncomingMessage, type OutgoingHttpHeaders, request as requestPlain } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ContentError, hasCode } from '#content/model/errors.ts';

const IDLE_MS = 60_000;
const MAX_REDIRECTS = 3;

/** Who we are to the other side. Asked for anew at each exchange, so that a caller need not keep it in memory. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}
export type AskCredentials = () => Credentials | null | Promise<Credentials | null>;

export interface HttpOptions {
  readonly credentials: AskCredentials;
  /** Without a byte for this long, in milliseconds, the other side counts as gone. */
  readonly idleMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told what the other side's clock says as it answers, in milliseconds since 1970. */
  readonly onTime?: ((theirs: number) => void) | undefined;
}

export interface Exchange {
  readonly url: URL;
  readonly headers?: OutgoingHttpHeaders;
  /** The type of an answer that is one; anything else comes from no git server. */
  readonly expects: string;
  /** A POST when there is one. */
  readonly body?: RequestBody;
  /** An answer of more bytes is 'too-large'. */
  readonly maxBytes?: number;
}

export interface RequestBody {
  /** Said before anything is sent, where it is known. */
  readonly length: number | undefined;
  readonly read: () => Readable;
}

export interface Answered {
  /** Where the answer came from in the end. */
  readonly url: URL;
  readonly pieces: AsyncIterable<Buffer>;
}

/**
 * One request and its answer, when it is one (status 200). Throws ContentError 'remote'. The credentials go in a header, to
 * the host that was named and to no other: a redirect elsewhere, or away from https, is refused.
 */
export async function exchange(options: HttpOptions, asked: Exchange): Promise<Answered> {
  let url = asked.url;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await send(options, { ...asked, url });
    const { statusCode: status = 0, headers } = response;
    if (status === 200 && isOfType(headers['content-type'], asked.expects)) {
      if (headers.date !== undefined) options.onTime?.(Date.parse(headers.date));
      return { url, pieces: pieces(response, asked.maxBytes) };
    }
    response.destroy();
    if (status === 200) throw remoteError('not-a-repository');
    const target = status >= 300 && status < 400 ? headers.location : undefined;
    // A body was sent once; where it should have gone is known from the request before it.
    if (target === undefined || asked.body !== undefined) throw remoteError(faultOf(status));
    url = redirected(url, target);
  }
  throw remoteError('redirected');
}

/** A clock may be ahead by so much, in milliseconds: an answer takes its time too. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * This machine's clock, or the other side's as of its last answer where ours is ahead of that: what is published by ours would be hidden
 * there until its moment comes.
 */
export function createSharedClock(ours: () => number) {
  let aheadMs = 0;
  return {
    now: (): number => ours() - aheadMs,
    onTime(theirs: number): void {
      const byMs = ours() - theirs;
      aheadMs = byMs > CLOCK_TOLERANCE_MS ? byMs : 0;
    },
  };
}

/** Whether an address may be talked to: https, or http to this machine (tests, a server beside us). */
export function isAllowedRemote({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/.test(hostname);
}

export function remoteError(
  fault: ContentError<'remote'>['data']['fault'],
  options?: ErrorOptions,
): ContentError<'remote'> {
  return new ContentError('remote', { fault }, options);
}

function isOfType(type: string | undefined, expected: string): boolean {
  return type?.split(';')[0]?.trim() === expected;
}

function redirected(from: URL, target: string): URL {
  if (!URL.canParse(target, from)) throw remoteError('redirected');
  const to = new URL(target, from);
  const isSafer = from.protocol === to.protocol || to.protocol === 'https:';
  const isSamePort = from.port === to.port || from.protocol !== to.protocol;
  if (to.hostname !== from.hostname || !isSafer || !isSamePort) throw remoteError('redirected');
  to.username = '';
  to.password = '';
  return to;
}

async function send(options: HttpOptions, { url, headers, body }: Exchange): Promise<IncomingMessage> {
  if (!isAllowedRemote(url)) throw remoteError('not-a-repository');
  const credentials = await options.credentials();
  // A start that asks nobody does without TLS.
  const request = url.protocol === 'https:' ? (await import('node:https')).request : requestPlain;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'User-Agent': 'git/2 (Encrier)',
        Accept: '*/*',
        ...headers,
        ...(body?.length === undefined ? {} : { 'Content-Length': body.length }),
        ...(credentials === null ? {} : { Authorization: basic(credentials) }),
      },
      timeout: options.idleMs ?? IDLE_MS,
      agent: false,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('response', resolve);
    sent.on('error', (error) => reject(networkError(error)));
    if (body === undefined) sent.end();
    // An answer may come before all is sent (a refusal): what fails then was told by it.
    else pipeline(body.read(), sent).catch((error: unknown) => reject(networkError(error)));
  });
}

function basic({ username, password }: Credentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

async function* pieces(
  response: IncomingMessage,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const piece of response) {
      const bytes = piece as Buffer; // a stream without an encoding gives bytes
      size += bytes.length;
      if (size > maxBytes) throw remoteError('too-large');
      yield bytes;
    }
  } catch (error) {
    throw networkError(error);
  }
}

function faultOf(status: number): ContentError<'remote'>['data']['fault'] {
  if (status === 401 || status === 403) return 'refused';
  if (status === 413) return 'too-large';
  if (status === 408 || status === 429 || status >= 500) return 'offline';
  return status >= 300 && status < 400 ? 'redirected' : 'not-a-repository';
}

/** What Node says of certificates that cannot be trusted. */
const UNTRUSTED = /^(?:CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_TLS_)/;

/** What a failed request says of the other side. */
export function networkError(error: unknown): ContentError {
  if (hasCode(error, 'remote')) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return remoteError(UNTRUSTED.test(code) ? 'untrusted' : 'offline', { cause: error });
}
