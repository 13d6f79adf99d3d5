import { createHash } from 'node:crypto';
import type { ImportedText, System } from '#content/import/imported.ts';
import { uuidOfPath } from '../../files/post-file.ts';
import type { PostMetadata } from '../../model/post.ts';

/** What an imported article says of where it came from, in its front matter. */
export interface Provenance {
  /** The system, the site and the id that the text has there: the same in every export of that site. */
  readonly key: string;
  /** Of the text as the source had it. */
  readonly source: string;
  /** Of the article as it was written here. */
  readonly written: string;
}

/** The key of a text of an export; `host` is null where the export does not say where the site was. */
export function provenanceKey(system: System, host: string | null, id: string): string {
  return `${system} ${host ?? '-'} ${encodeURIComponent(id)}`;
}

/** The id of the article that a text becomes: the same each time, and on every machine. `source` tells those apart that have one key. */
export function postIdOf(key: string, source = 1): string {
  return uuidOfPath(source === 1 ? `import ${key}` : `import ${key} ${source}`);
}

export function writtenProvenance({ key, source, written }: Provenance): string {
  return `${key} ${source} ${written}`;
}

/** Null for what says something else. */
export function readProvenance(text: string | null): Provenance | null {
  const [, key, source, written] = /^(\S+ \S+ \S+) ([0-9a-f]{12}) ([0-9a-f]{12})$/.exec(text ?? '') ?? [];
  return key === undefined || source === undefined || written === undefined ? null : { key, source, written };
}

/** Of all that the source says of a text. */
export function sourceDigest(text: ImportedText): string {
  const { notes: _, comments: _comments, ...said } = text;
  return digestOf(said);
}

/** What an author can change of an article, beside its text. */
const CHANGEABLE = [
  'title',
  'subtitle',
  'slug',
  'excerpt',
  'category',
  'tags',
  'published',
  'unpublishAt',
  'isPublished',
  'coverImage',
  'coverImageAlt',
  'ogImage',
  'socialTitle',
  'socialDescription',
] as const;

type Changeable = Pick<PostMetadata, (typeof CHANGEABLE)[number] | 'menu' | 'isPage'>;

/** Of what an author can change of an article: as long as it is the same, nobody did. `isPublished` is as its file says. */
export function writtenDigest(post: Changeable, body: string): string {
  return digestOf([...CHANGEABLE.map((name) => post[name]), body, ...(post.isPage ? [post.menu] : [])]);
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
}
