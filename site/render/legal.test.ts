import { describe, expect, it } from 'vitest';
import { memoryReader } from '#site/testing/memory-reader.ts';
import { sampleImage, samplePost } from '#site/testing/samples.ts';
import { legalPage } from './legal.tsx';

describe('legalPage', () => {
  it('shows all of a page of the owner’s that takes its place, and what it does not say of browsers', async () => {
    const post = samplePost(1, {
      slug: 'confidentialite',
      isPage: true,
      title: 'Vos données',
      subtitle: 'Ce que nous en faisons',
      coverImage: '/images/2026/mer.jpg',
      socialDescription: 'Rien n’est vendu.',
    });
    const reader = memoryReader({
      posts: [post],
      bodies: { confidentialite: 'Le texte.' },
      images: [sampleImage('images/2026/mer.jpg')],
    });
    const { head, body } = await legalPage(reader, 'privacy');
    for (const part of [
      '<h1>Vos données</h1>',
      'Ce que nous en faisons',
      '<figure class="cover">',
      'Le texte.',
    ])
      expect(body).toContain(part);
    expect(body).toContain('Ce que garde votre navigateur');
    expect(head).toContain('<meta name="description" content="Rien n’est vendu.">');
    expect(head).toMatch(/property="og:image" content="[^"]*mer-1200x630\.jpg"/);
    expect(head).toContain('<link rel="canonical" href="https://exemple.fr/confidentialite">');
  });
});
