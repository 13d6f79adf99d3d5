import { asBuffer, markLength, splitPostFile } from './front-matter-split.ts';

/** The Markdown body of a post's file: all that follows its front matter, line ends as they are. */
export function bodyOf(bytes: Uint8Array): string {
  const buffer = asBuffer(bytes);
  const split = splitPostFile(bytes);
  return buffer.toString('utf8', split.kind === 'split' ? split.bodyStart : markLength(buffer));
}
