import { createHash } from 'node:crypto';

/** The namespace of post files, fixed for ever: another one would give every file without an id another identity. */
const NAMESPACE = Buffer.from('5f0c3f8e7b1d4c0a9a52c4e1d7306b28', 'hex');

/** The id of a post whose file states none: the UUIDv5 (RFC 9562, 5.5) of its path in the repository. */
export function uuidOfPath(path: string): string {
  const digest = createHash('sha1').update(NAMESPACE).update(path, 'utf8').digest().subarray(0, 16);
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return digest.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
