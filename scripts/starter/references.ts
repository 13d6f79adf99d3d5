import { createHash } from 'node:crypto';

/** The file name of a picture: its name and 12 hex digits of its content (docs/design.md, Images). */
export function hashedName(name: string, ending: string, bytes: Uint8Array): string {
  return `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.${ending}`;
}

/** `text` with every address of a version of the picture `name` changed to `file`. */
export function pointTo(text: string, name: string, file: string): string {
  const versions = new RegExp(`(/images/2026/)${name}-[0-9a-f]{12}\\.(?:jpg|png|webp)`, 'g');
  return text.replace(versions, (_whole, folder: string) => folder + file);
}

/** Whether `file` is a version of the picture `name`. */
export function isVersionOf(file: string, name: string): boolean {
  return new RegExp(`^${name}-[0-9a-f]{12}\\.[a-z]+$`).test(file);
}
