import { createHmac } from 'node:crypto';
import { readOrMakeSecret } from '../data/secret-file.ts';

interface Visitor {
  readonly ipAddress: string;
  readonly userAgent: string | null;
}

/**
 * Tells visitors apart without saying who they are (docs/product.md, Audit log): HMAC-SHA-256 of address and browser
 * under a key kept in `keyFile`, so that the hash cannot be undone by trying every address. `say` is told of a damaged key.
 */
export function createVisitorHash(
  keyFile: string,
  say: (sentence: string) => void,
): (visitor: Visitor) => Promise<string> {
  const without = 'le journal ne reconnaît plus les visiteurs d’avant';
  let key: Promise<string> | null = null;
  return async ({ ipAddress, userAgent }) => {
    key ??= readOrMakeSecret(keyFile, { without, say }).catch((error: unknown) => {
      key = null; // The next event tries again.
      throw error;
    });
    return createHmac('sha256', await key)
      .update(JSON.stringify([ipAddress, userAgent]))
      .digest('base64url');
  };
}
