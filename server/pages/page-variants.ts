import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const QUICK_BROTLI = 5;
const BEST_BROTLI = 11;

const toBrotli = promisify(brotliCompress);
const toBrotliOf = (quality: number) => (identity: Buffer) =>
  toBrotli(identity, brotliOptions(quality, identity.length));

type Code = (bytes: Buffer) => Promise<Buffer>;
const CODES: Readonly<
  Record<Exclude<Encoding, 'identity'>, { readonly encode: Code; readonly decode: Code }>
> = {
  gzip: { encode: promisify(gzip), decode: promisify(gunzip) },
  br: { encode: toBrotliOf(QUICK_BROTLI), decode: promisify(brotliDecompress) },
};

/** A page in one encoding, made off the event loop: a quick form, {@link bestBrotli} may follow. */
export async function encodePage(identity: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'identity' ? identity : exact(await CODES[encoding].encode(identity));
}

/** The identity bytes of a page that was encoded, made off the event loop too. */
export async function decodePage(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'identity' ? bytes : exact(await CODES[encoding].decode(bytes));
}

/** zlib gives the beginning of a larger buffer, which would stay in memory whole. */
function exact(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** The smallest brotli form of the same bytes: a few hundredths of a second, off the event loop too. */
export async function bestBrotli(identity: Buffer): Promise<Buffer> {
  return exact(await toBrotliOf(BEST_BROTLI)(identity));
}

/** The smallest windows that brotli takes and may take; one as large as the page finds all that a larger one would. */
const MIN_WINDOW = 16;
const MAX_WINDOW = 22;

function brotliOptions(quality: number, size: number) {
  const window = Math.ceil(Math.log2(size + 16));
  return {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: Math.min(MAX_WINDOW, Math.max(MIN_WINDOW, window)),
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
