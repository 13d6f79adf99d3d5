import type { ImageInfo } from '#content/model/image.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { postMetadataSchema } from '#content/model/post.ts';
import { type Site, siteSchema } from '#content/model/site.ts';

/** A public post; `number` makes it older than those before it, and the rest as asked. */
export function samplePost(number: number, fields: Partial<SnapshotPost> = {}): SnapshotPost {
  const published = new Date(Date.UTC(2026, 10, 20) - number * 24 * 3600 * 1000).toISOString();
  const metadata = postMetadataSchema.parse({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    title: `Article ${number}`,
    slug: `article-${number}`,
    excerpt: `Extrait ${number}`,
    readTime: '4 min',
    isPublished: true,
    published,
  });
  return {
    ...metadata,
    path: `posts/2026/article-${number}.md`,
    revision: number.toString(16).padStart(40, '0'),
    publishedAt: Date.parse(published),
    unpublishedAt: null,
    ...fields,
  };
}

export function samplePosts(count: number): readonly SnapshotPost[] {
  return Array.from({ length: count }, (_, index) => samplePost(index + 1));
}

export function sampleImage(path: string): ImageInfo {
  return { path, blobId: 'ab'.repeat(20), width: 1600, height: 900 };
}

/** A site with every text that a page shows, each one recognizable. */
export function sampleSite(): Site {
  return siteSchema.parse({
    brand: { name: 'Marque' },
    owner: { name: 'Camille Durand', role: 'Conseil', about: 'Son histoire.' },
    contact: { profile: 'https://t.me/camille', waitlistMessage: 'Une place au {trimestre} & après ?' },
    home: {
      description: 'Description du site',
      hero: { headline: 'La grande phrase', lead: 'La suite', contactLabel: 'Me contacter' },
      audience: sampleCards('Pour qui et quels enjeux ?'),
      approach: sampleCards('Mon approche'),
      outcomes: sampleCards('Ce que mes clients obtiennent'),
      share: { title: 'Faire passer' },
    },
    blog: { intro: 'Ce que je pense', description: 'Description du blog' },
    footer: { text: 'Parlons-en', contactLabel: "Rejoindre la liste d'attente", mantra: 'Tenir bon' },
    social: [
      { network: 'x', url: 'https://x.com/camille' },
      { network: 'linkedin', url: 'https://www.linkedin.com/in/camille' },
    ],
    legal: { notice: '## Éditeur\n\nMoi.', privacy: 'Rien.', securityContact: 'mailto:a@exemple.fr' },
  });
}

function sampleCards(title: string): unknown {
  const card = (number: number): unknown => ({
    title: `${title} ${number}`,
    text: `Texte ${number}`,
    icon: 'compass',
  });
  return { title, intro: `Introduction : ${title}`, cards: [card(1), card(2), card(3)] };
}
