import { describe, expect, it } from 'vitest';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import { memoryReader } from '#site/testing/memory-reader.ts';
import { sampleImage, samplePost, samplePosts } from '#site/testing/samples.ts';
import { homePage } from './home.tsx';

async function home(...content: Parameters<typeof memoryReader>): Promise<string> {
  return (await homePage(memoryReader(...content))).body;
}

describe('homePage', () => {
  it('takes the 3 latest posts only', async () => {
    const links = (await home({ posts: samplePosts(5) })).matchAll(/class="more" href="\/blog\/([^"]*)"/g);
    expect(Array.from(links, ([, slug]) => slug)).toEqual(['article-1', 'article-2', 'article-3']);
  });

  it('shows the portrait when it is an image of the repository', async () => {
    const reader = memoryReader({ images: [sampleImage('images/2026/moi.jpg')] });
    const site = { ...reader.site(), owner: { ...reader.site().owner, portrait: '/images/2026/moi.jpg' } };
    const [known, unknown] = await Promise.all([
      homePage({ ...reader, site: () => site }),
      homePage({ ...reader, site: () => site, image: () => Promise.resolve(null) }),
    ]);
    expect(known.body).toMatch(/<figure class="portrait"><picture>.*? width="1600"/);
    expect(unknown.body).toMatch(/<figure class="portrait"><span class="portrait-initial"/);
  });

  it.each([
    '25 ans d&#x27;expérience',
    'La grande phrase',
    'Me contacter',
    'Pour qui et quels enjeux ?',
    'Mon approche',
    'Ce que mes clients obtiennent',
    'Faire passer',
    'Derniers articles',
    'Tous les articles',
    'Aucun article pour le moment',
  ])('says « %s »', async (text) => {
    expect(await home()).toContain(frenchSpaces(text));
  });

  it('shows the running quarter, always full, even when places are available', async () => {
    const body = await home({
      capacity: { currentMonth: 'T4 2026', availabilityStatus: 'Places disponibles' },
    });
    expect(body).toContain('<span data-capacity="currentMonth">T4 2026</span><strong>Complet</strong>');
  });

  it('falls back on a quarter of its own', async () => {
    expect(await home()).toContain(
      '<span data-capacity="currentMonth">T3 2025</span><strong>Complet</strong>',
    );
  });

  it('has a testimonial only when there is one', async () => {
    const capacity = { testimonialQuote: 'Un vrai changement.', testimonialAuthor: 'Une cliente' };
    const emptied = { testimonialQuote: ' ', testimonialAuthor: '' };
    const bodies = [await home({ capacity }), await home(), await home({ capacity: emptied })];
    expect(bodies.map((body) => body.includes('Témoignage'))).toEqual([true, false, false]);
    expect(await home({ capacity: { ...capacity, testimonialAuthor: '' } })).toContain(
      '</blockquote></figure>',
    );
  });

  it('marks « À la une » the one post', async () => {
    const posts = [samplePost(1), samplePost(2, { slug: 'ironman-mindset-discipline-business' })];
    const marks = (await home({ posts })).match(/À la une/g);
    expect(marks).toHaveLength(1);
  });

  it("names the post in each « Lire l'article » link", async () => {
    const body = await home({ posts: samplePosts(1) });
    expect(body).toMatch(
      /<a class="more" href="\/blog\/article-1">Lire l&#x27;article<span class="unseen">\u00a0: Article 1<\/span>/,
    );
  });

  it('has one h1', async () => {
    expect((await home({ posts: samplePosts(3) })).match(/<h1/g)).toHaveLength(1);
  });
});
