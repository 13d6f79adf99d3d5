import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ARTICLE } from './pages.ts';
import { postFile } from './posts.ts';

/** Every metadata tag of a page as `name: content`; tags that may repeat are joined. */
async function metadata(page: Page): Promise<Readonly<Record<string, string>>> {
  const tags = await page
    .locator('head meta[content]')
    .evaluateAll((all) =>
      all.map(
        (tag) =>
          [
            tag.getAttribute('name') ?? tag.getAttribute('property') ?? '',
            tag.getAttribute('content') ?? '',
          ] as const,
      ),
    );
  const names = [...new Set(tags.map(([name]) => name))];
  return Object.fromEntries(
    names.map((name) => [
      name,
      tags
        .filter(([other]) => other === name)
        .map(([, content]) => content)
        .join(' | '),
    ]),
  );
}

test.describe('the metadata of an article', () => {
  test('is exactly what was promised, from the fields for networks', async ({ page, site }) => {
    await page.goto(ARTICLE);
    await expect(page).toHaveTitle(/^Ce que cinq Ironman .* \| Antoine Delvaure$/);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.origin}${ARTICLE}`);
    const tags = await metadata(page);
    const description = tags['description'] ?? '';
    expect(description).toMatch(/^18 minutes perdues pour 15 watts de trop/);
    expect(tags).toMatchObject({
      'og:type': 'article',
      'og:locale': 'fr_FR',
      'og:title': 'Cinq Ironman, une leçon de gestion : partir doucement',
      'og:description': description,
      'og:url': `${site.origin}${ARTICLE}`,
      'article:author': 'Antoine Delvaure',
      'article:published_time': '2026-09-15T06:30:00.000Z',
      'article:section': 'Business',
      'article:tag': 'discipline | mindset | Ironman | méthode',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Cinq Ironman, une leçon de gestion : partir doucement',
      'twitter:description': description,
    });
    expect(tags['og:image']).toMatch(new RegExp(`^${site.origin}/images/`));
    expect(tags['twitter:image']).toBe(tags['og:image']);
    const image = await page.request.get(tags['og:image'] ?? '');
    expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  });

  test('falls back on the excerpt, then on the title', async ({ page, startOwnSite }) => {
    const site = await startOwnSite('empty');
    await site.commit({
      write: {
        'posts/2026/extrait.md': postFile({ title: 'Titre & suite', fields: ['excerpt: "Un « extrait »"'] }),
        'posts/2026/titre.md': postFile({ title: 'Titre <seul>' }),
      },
    });
    await page.goto(`${site.origin}/blog/extrait`);
    expect(await metadata(page)).toMatchObject({
      description: 'Un « extrait »',
      'og:title': 'Titre & suite',
      'og:description': 'Un « extrait »',
    });
    await page.goto(`${site.origin}/blog/titre`);
    expect(await metadata(page)).toMatchObject({
      description: 'Titre <seul>',
      'og:title': 'Titre <seul>',
      'twitter:description': 'Titre <seul>',
    });
  });

  test('tells search engines the same in JSON-LD', async ({ page, site }) => {
    await page.goto(ARTICLE);
    const facts: unknown = JSON.parse(
      (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
    );
    expect(facts).toMatchObject({
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'BlogPosting',
          url: `${site.origin}${ARTICLE}`,
          datePublished: '2026-09-15T06:30:00.000Z',
          inLanguage: 'fr',
        },
        { '@type': 'Person', name: 'Antoine Delvaure' },
        { '@type': 'BreadcrumbList' },
      ],
    });
  });
});
