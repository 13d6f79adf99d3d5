import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bodyOf } from '../../files/front-matter-split.ts';
import { parsePostFile } from '../../files/post-file.ts';
import type { SnapshotPost } from '../../model/post.ts';

const ARTICLES = fileURLToPath(new URL('articles', import.meta.url));
const STARTER = fileURLToPath(new URL('../../starter/posts/2026', import.meta.url));

export interface CorpusPost {
  readonly post: SnapshotPost;
  /** Markdown. */
  readonly body: string;
}

/** The starter’s four articles and the test’s own, on the same subjects. */
export function readCorpus(): readonly CorpusPost[] {
  return [STARTER, ARTICLES].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => readPost(path.join(folder, name))),
  );
}

function readPost(file: string): CorpusPost {
  const bytes = readFileSync(file);
  const parsed = parsePostFile({ path: `posts/2026/${path.basename(file)}`, bytes });
  if (parsed.kind === 'problem') throw new Error(`${file}: ${parsed.problems[0]?.reason ?? ''}`);
  const revision = createHash('sha1').update(bytes).digest('hex');
  return { post: { ...parsed.post, revision }, body: bodyOf(bytes) };
}
