import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { capacitySchema } from '#content/model/capacity.ts';
import { imagePathOfAddress, isImagePath, slugOfPath } from '#content/model/paths.ts';
import { postSchema } from '#content/model/post.ts';
import { countWords, readTime } from '#content/model/read-time.ts';
import { siteSchema } from '#content/model/site.ts';

const STARTER = fileURLToPath(new URL('../content/starter/', import.meta.url));
const files = readdirSync(STARTER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`.slice(STARTER.length).replace(/^\//, ''));
const images = files.filter((file) => file.startsWith('images/'));
const posts = files.filter((file) => file.startsWith('posts/')).map(readPost);
const site = siteSchema.parse(parse(read('site.yml')));

function read(file: string): string {
  return readFileSync(STARTER + file, 'utf8');
}

function readPost(file: string): {
  readonly file: string;
  readonly body: string;
  readonly post: z.infer<typeof postSchema>;
} {
  const [, frontMatter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(read(file)) ?? [];
  const stated = z.record(z.string(), z.unknown()).parse(parse(frontMatter));
  return {
    file,
    body,
    post: postSchema.parse({ ...stated, slug: slugOfPath(file), readTime: readTime(body), content: body }),
  };
}

/** Image addresses a text shows or names. */
function imagesIn(text: string): readonly string[] {
  return text.match(/\/images\/[^\s)"']+/g) ?? [];
}

describe('the starter settings', () => {
  it('fill every text of the site', () => {
    expect(
      [site.home.audience.cards, site.home.approach.cards, site.home.outcomes.cards].map(
        (cards) => cards.length,
      ),
    ).toEqual([3, 3, 3]);
    expect([
      site.home.audience.title,
      site.home.approach.title,
      site.home.outcomes.title,
      site.home.latestTitle,
    ]).toEqual([
      'Pour qui et quels enjeux ?',
      'Mon approche',
      'Ce que mes clients obtiennent',
      'Derniers articles',
    ]);
    expect(site.social.map(({ network }) => network)).toEqual(['x', 'facebook', 'linkedin']);
    expect(site.contact.waitlistMessage).toContain('{trimestre}');
  });

  it('keep both readings of the owner', () => {
    expect(site.home.hero.lead).toMatch(/^Consultant indépendant en stratégie financière et entrepreneur/);
    expect(site.home.approach.intro).toMatch(
      /^Expert-comptable et fiscaliste de formation, devenu développeur/,
    );
  });

  it('say in the legal texts what French law asks for', () => {
    const headings = (text: string): readonly string[] => text.match(/^## .+$/gm) ?? [];
    expect(headings(site.legal.notice)).toEqual(
      expect.arrayContaining(['## Éditeur du site', '## Directeur de la publication', '## Hébergeur']),
    );
    expect(headings(site.legal.privacy)).toEqual(
      expect.arrayContaining(['## Responsable du traitement', '## Vos droits']),
    );
    expect(site.legal.privacy).toContain('12 mois');
    expect(site.legal.privacy).toContain('CNIL');
  });

  it('give the quarter as full', () => {
    expect(capacitySchema.parse(parse(read('capacity.yml')))).toMatchObject({
      currentMonth: 'T4 2026',
      nextMonth: 'T1 2027',
      availabilityStatus: 'Complet',
      waitlistCount: '9',
      maxSlots: '3',
    });
  });

  it('leave line ends alone', () => {
    expect(read('.gitattributes')).toBe('* -text\n');
  });
});

describe('the starter articles', () => {
  it('are four, with the one that is « À la une »', () => {
    expect(posts.map(({ post }) => post.slug)).toHaveLength(4);
    expect(posts.map(({ post }) => post.slug)).toContain('ironman-mindset-discipline-business');
    expect(new Set(posts.map(({ post }) => post.id)).size).toBe(4);
    expect(new Set(posts.map(({ post }) => post.published)).size).toBe(4);
  });

  it.each(posts)('$file is complete', ({ post, body }) => {
    expect(countWords(body)).toBeGreaterThanOrEqual(900);
    expect(countWords(body)).toBeLessThanOrEqual(1500);
    expect(post.excerpt.length).toBeGreaterThanOrEqual(150);
    expect(post.excerpt.length).toBeLessThanOrEqual(200);
    expect(post.tags.length).toBeGreaterThanOrEqual(3);
    expect(post.tags.length).toBeLessThanOrEqual(5);
    expect(post.isPublished).toBe(true);
    expect(post.published).toMatch(/^2026-0[1-9]-|^2026-10-/);
    expect([post.coverImage, post.coverImageAlt, post.socialTitle, post.socialDescription]).not.toContain(
      null,
    );
  });

  it.each(posts)('$file has headings, lists, a quote, a figure and a link to another', ({ post, body }) => {
    expect(body.match(/^## /gm)?.length).toBeGreaterThanOrEqual(4);
    expect(body).toMatch(/^### /m);
    expect(body).toMatch(/^- /m);
    expect(body).toMatch(/^1\. /m);
    expect(body).toMatch(/^> /m);
    expect(body).toMatch(/^!\[[^\]]+\]\(\/images\/[^ ]+ "[^"]+"\)$/m);
    const links = [...body.matchAll(/\]\(\/blog\/([^)]+)\)/g)].map(([, slug]) => slug);
    expect(links.length).toBeGreaterThan(0);
    expect(posts.map((other) => other.post.slug)).toEqual(expect.arrayContaining(links));
    expect(links).not.toContain(post.slug);
  });
});

describe('the starter images', () => {
  it('are exactly those the texts show', () => {
    const shown = [
      site.owner.portrait ?? '',
      ...posts.flatMap(({ post, body }) => [post.coverImage ?? '', ...imagesIn(body)]),
    ];
    expect(shown.map(imagePathOfAddress).toSorted()).toEqual(images.toSorted());
    expect(images.every((image) => isImagePath(image) && existsSync(STARTER + image))).toBe(true);
  });

  it.each(images)('%s is a light bitmap named after its content', async (image) => {
    const bytes = readFileSync(STARTER + image);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    expect(image).toMatch(new RegExp(`-${hash}\\.(jpg|webp|png)$`));
    expect((await sharp(bytes).metadata()).format).toMatch(/^(jpeg|webp|png)$/);
    expect(bytes.length).toBeLessThanOrEqual((image.includes('portrait') ? 600 : 250) * 1024);
  });
});
