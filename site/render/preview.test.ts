import { describe, expect, it } from 'vitest';
import { memoryReader } from '#site/testing/memory-reader.ts';
import { samplePost } from '#site/testing/samples.ts';
import { previewPage } from './preview.tsx';

const post = samplePost(1, { isPublished: false, published: null });
const reader = memoryReader({
  bodies: { [post.slug]: '## Partie\n\nLe texte.\n' },
  preview: { post, until: '2026-11-27T09:05:00.000Z' },
});

describe('previewPage', () => {
  it('shows the draft as readers would see it, and says in Paris time how long it can be seen', async () => {
    const { status, body } = await previewPage(reader);
    expect(status).toBe(200);
    expect(body).toContain('Aperçu d’un brouillon, visible jusqu’au 27\u00a0novembre 2026 à 10 h 05.');
    expect(body).toContain('<h1>Article 1</h1>');
    expect(body).toContain('<p>Le texte.</p>');
  });

  it('tells no search engine and no network of it, and offers no sharing', async () => {
    const { head, body } = await previewPage(reader);
    expect(head).toContain('<meta name="robots" content="noindex">');
    expect(head).not.toMatch(/og:|twitter:|canonical|ld\+json/);
    expect(body).not.toContain('/blog/article-1');
  });

  it('says that a preview is over without saying why', async () => {
    const { status, body } = await previewPage(memoryReader());
    expect([status, body.includes('<h1>Cet aperçu n’existe plus</h1>')]).toEqual([404, true]);
  });
});
