import { describe, expect, it } from 'vitest';
import { recognized, useExports } from '../testing/exports.ts';

const exports = useExports();

describe('recognizeExport', () => {
  it.each([
    ['a text', 'notes.txt', 'Bonjour.'],
    ['a page', 'page.html', '<p>Bonjour.</p>'],
    ['other JSON', 'data.json', '{"meta": {}, "data": []}'],
    ['other XML', 'feed.xml', '<rss version="2.0"><channel></channel></rss>'],
    ['nothing', 'vide.xml', ''],
  ])('refuses %s, and says what is taken', async (_, name, content) => {
    const file = exports.file(name, content);
    const found = await recognized(file);
    expect(found).toMatchObject({ kind: 'refused', reason: expect.stringContaining('WordPress') as unknown });
  });
});
