import { createHash } from 'node:crypto';
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib';

export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The bytes of one page in each encoding. */
export type PageBytes = Readonly<Record<Encoding, Buffer>>;

const QUICK_BROTLI = 5;
const BEST_BROTLI = 11;

/** A page in every encoding, made at once: quick ones first, {@link bestBrotli} may follow. */
export function encodePage(html: string): PageBytes {
  const identity = Buffer.from(html);
  return {
    identity,
    gzip: exact(gzipSync(identity)),
    br: exact(brotliCompressSync(identity, brotliOptions(QUICK_BROTLI, identity.length))),
  };
}

/** zlib gives the beginning of a larger buffer, which would stay in memory whole. */
function exact(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** The smallest brotli form of the same bytes, made off the event loop: a few hundredths of a second. */
export function bestBrotli(identity: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    brotliCompress(identity, brotliOptions(BEST_BROTLI, identity.length), (error, bytes) => {
      if (error) reject(error);
      else resolve(exact(bytes));
    });
  });
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
