import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 in hexadecimal: what is kept of random secrets, so that a stolen file opens nothing. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether two digests are equal, in a time that tells nothing about where they differ. */
export function isSameDigest(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
