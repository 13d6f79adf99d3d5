import { describe, expect, it } from 'vitest';
import { sentenceOf } from './french.ts';

describe('sentenceOf', () => {
  it('speaks of a full disk that may be the author’s own as well as a server’s', () => {
    expect(sentenceOf('disk-full', {})).toContain('Le disque où sont vos articles');
  });
});
