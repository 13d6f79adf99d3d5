import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ARTICLE_ID, ARTICLE_TEXTS } from './fix-directly.ts';

const STARTER = new URL(
  '../../../../content/starter/posts/2026/ironman-mindset-discipline-business.md',
  import.meta.url,
);

describe('ARTICLE_TEXTS', () => {
  it('are those of the starter’s article', async () => {
    const file = await readFile(STARTER, 'utf8');
    const { content, ...fields } = ARTICLE_TEXTS;
    const missing = [ARTICLE_ID, ...Object.values(fields)].filter((text) => !file.includes(text));
    expect(missing).toEqual([]);
    expect(file.endsWith(`\n---\n${content}`)).toBe(true);
  });
});
