import { parsePostFile } from '../../files/post-file.ts';

interface PostBytes {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The id of a post's file, null when it cannot be read. */
export function postIdOf(file: PostBytes): string | null {
  const parsed = parsePostFile(file);
  return parsed.kind === 'post' ? parsed.post.id : null;
}

/** Its title, or its path when it cannot be read. */
export function titleOf(file: PostBytes): string {
  const parsed = parsePostFile(file);
  return parsed.kind === 'post' ? parsed.post.title : file.path;
}
