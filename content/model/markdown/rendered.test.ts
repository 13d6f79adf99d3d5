import { describe, expect, it } from 'vitest';
import { rawMarkdown } from './rendered.ts';

describe('rawMarkdown', () => {
  it('keeps every word of a text that failed', () => {
    expect(rawMarkdown('# <b>')).toEqual({
      html: '<pre class="raw-markdown"># &lt;b&gt;</pre>',
      headings: [],
      keyPoints: [],
      failed: true,
    });
  });
});
