import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The bytes of one page in each encoding. */
export type PageBytes = Readonly<Record<Encoding, Buffer>>;

const QUICK_BROTLI = 5;
const BEST_BROTLI = 11;

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** A page in every encoding, made off the event loop: quick ones first, {@link bestBrotli} may follow. */
export async function encodePage(html: string): Promise<PageBytes> {
  const identity = Buffer.from(html);
  const [gzipped, br] = await Promise.all([
    toGzip(identity),
    toBrotli(identity, brotliOptions(QUICK_BROTLI, identity.length)),
  ]);
  return { identity, gzip: exact(gzipped), br: exact(br) };
}

/** zlib gives the beginning of a larger buffer, which would stay in memory whole. */
function exact(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** The smallest brotli form of the same bytes: a few hundredths of a second, off the event loop too. */
export async function bestBrotli(identity: Buffer): Promise<Buffer> {
  return exact(await toBrotli(identity, brotliOptions(BEST_BROTLI, identity.length)));
}

function brotliOptions(quality: number, size: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  };
}

/** The part of an ETag that stands for the content: a hash of the identity bytes (docs/design.md, Ready pages). */
export function contentHash(identity: Buffer): string {
  return createHash('sha256').update(identity).digest('base64url').slice(0, 22);
}

/** A strong ETag (RFC 9110 §8.8.3): one representation, one tag. */
export function entityTag(hash: string, encoding: Encoding): string {
  return encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
}
