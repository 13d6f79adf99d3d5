import { type MergedPost, mergePosts } from '#content/merge/merge-post.ts';

/** The merge of three versions of a post's file. */
export function merge(base: string, ours: string, theirs: string): MergedPost {
  const bytes = (text: string) => Buffer.from(text, 'utf8');
  return mergePosts({ path: 'posts/a.md', base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) });
}

/** A merged file as text, or what is disputed. */
export function shown(merged: MergedPost): unknown {
  return merged.kind === 'merged' ? Buffer.from(merged.bytes).toString('utf8') : merged;
}

/** The start of a post's file. */
export const HEAD = '---\ntitle: Un\n---\n';

/** A post with these lines of front matter and this body. */
export function post(lines: readonly string[], body = 'Texte.\n'): string {
  return `---\n${lines.map((line) => `${line}\n`).join('')}---\n${body}`;
}
