import { randomUUID } from 'node:crypto';

interface PostText {
  readonly id?: string;
  readonly title?: string;
  readonly published?: string | null;
  readonly isPublished?: boolean;
  readonly body?: string;
  /** Further lines of front matter. */
  readonly lines?: readonly string[];
}

/** When the clock of a test starts: a Friday. */
export const TEST_NOW = Date.parse('2026-11-20T09:00:00.000Z');

/** An instant so many milliseconds after {@link TEST_NOW}, as front matter writes it. */
export function instant(after: number): string {
  return new Date(TEST_NOW + after).toISOString();
}

/** The file of a post, public unless asked otherwise. */
export function postText({
  id = randomUUID(),
  title = 'Un titre',
  published = instant(-86_400_000),
  isPublished = true,
  body = 'Un texte.\n',
  lines = [],
}: PostText = {}): string {
  return [
    '---',
    `id: ${id}`,
    `title: ${JSON.stringify(title)}`,
    ...(published === null ? [] : [`published: ${published}`]),
    `isPublished: ${isPublished}`,
    ...lines,
    '---',
    '',
    body,
  ].join('\n');
}

/** So many public posts, the first the newest, a day apart: posts/2026/article-<number>.md. */
export function postFiles(count: number, body = 'Un texte.\n'): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const number = index + 1;
      const published = instant(-number * 86_400_000);
      const text = postText({ id: numberedId(number), title: `Article ${number}`, published, body });
      return [`posts/2026/article-${number}.md`, text];
    }),
  );
}

/** The id of the article with this number. */
export function numberedId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
