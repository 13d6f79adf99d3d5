import sharp from 'sharp';
import { postText, SETTINGS, testId } from '../posts.ts';

/** Articles of the site that the suite asks about; each case changes one that no other case looks at. */
export const ARTICLES = {
  read: testId(1),
  changed: testId(2),
  disputed: testId(3),
  deleted: testId(4),
  copied: testId(5),
  applied: testId(6),
  dropped: testId(7),
  binned: testId(8),
  restored: testId(9),
  illustrated: testId(10),
  linking: testId(11),
  kept: testId(12),
} as const;

/**
 * The others are drafts: a desktop keeps what is changed of a published article until it is published, a server shows it;
 * and a published article that is deleted and restored before any exchange is still published there (docs/decisions/040).
 */
const PUBLIC: ReadonlySet<string> = new Set([
  ...[ARTICLES.read, ARTICLES.deleted, ARTICLES.applied, ARTICLES.dropped],
]);

export const SHOWN_IMAGE = '/images/2024/montagne.png';
const OTHER_IMAGES = ['images/2024/renommer.png', 'images/2024/effacer.png'] as const;

/** The content of the site behind each door. */
export async function contractFiles(): Promise<Readonly<Record<string, string | Uint8Array>>> {
  const articles = Object.entries(ARTICLES).map(([name, id], at): readonly [string, string] => {
    const text = `${postText(at + 1, `Article ${name}`)}${bodyOf(id)}`;
    return [
      `posts/2025/${name}.md`,
      PUBLIC.has(id) ? text : text.replace('isPublished: true', 'isPublished: false'),
    ];
  });
  return {
    ...SETTINGS,
    ...Object.fromEntries(articles),
    'posts/2025/abime.md': '---\ntitle: Bon\nexcerpt: "sans fin\n---\nTexte.\n',
    [SHOWN_IMAGE.slice(1)]: await picture('#204060'),
    [OTHER_IMAGES[0]]: await picture('#602040'),
    [OTHER_IMAGES[1]]: await picture('#406020'),
  };
}

/** A small picture of one colour. */
export function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
}

function bodyOf(id: string): string {
  if (id === ARTICLES.illustrated) return `\n![Une montagne](${SHOWN_IMAGE})\n`;
  return id === ARTICLES.linking ? '\nVoir [l’ancien](/blog/ancien).\n' : '\nUn second paragraphe.\n';
}
