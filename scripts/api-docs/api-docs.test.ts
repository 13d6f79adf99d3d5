import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiDocs } from './api-docs.ts';

describe('docs/api.md', () => {
  it('is what the operations table says (write it again with `npm run docs:api`)', () => {
    const kept = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
    expect(kept).toBe(apiDocs());
  });
});
