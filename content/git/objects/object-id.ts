import { createHash } from 'node:crypto';

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';

/** An object of git. Its bytes may be shared with a cache: read them, never change them. */
export interface GitObject {
  readonly type: ObjectType;
  readonly bytes: Buffer;
}

/** The tree without entries; git knows it even when no file holds it. */
export const EMPTY_TREE_ID = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
/** What a reflog writes where there was no commit. */
export const NO_OBJECT_ID = '0'.repeat(40);

const OBJECT_ID = /^[0-9a-f]{40}$/;

/** Whether `text` is a whole object id (SHA-1, lower case). */
export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}

/** Whether `text` names one of the four types of git objects. */
export function isObjectType(text: string): text is ObjectType {
  return text === 'blob' || text === 'tree' || text === 'commit' || text === 'tag';
}

/** What comes before the bytes of an object where it is hashed or stored alone. */
export function objectHeader(type: ObjectType, size: number): Buffer {
  return Buffer.from(`${type} ${size}\0`, 'latin1');
}

/** Whether a file of git's ends with the SHA-1 of what comes before it, as all do that git keeps to be quick (gitformat-pack(5)). */
export function endsWithSum(bytes: Buffer): boolean {
  const end = bytes.length - 20;
  return end > 0 && createHash('sha1').update(bytes.subarray(0, end)).digest().equals(bytes.subarray(end));
}

/** The id git gives to an object. */
export function objectId(type: ObjectType, bytes: Uint8Array): string {
  return createHash('sha1').update(objectHeader(type, bytes.length)).update(bytes).digest('hex');
}
