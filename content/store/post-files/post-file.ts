import { slugOfPath } from '../../model/paths.ts';
import type { SnapshotPost } from '../../model/post.ts';
import { DEFAULT_CATEGORY, type PostMetadata } from '../../model/post.ts';
import { readTime } from '../../model/read-time.ts';
import { isSlug } from '../../model/slug.ts';
import type { Problem } from '../../model/snapshot.ts';
import { readYamlMapping } from '../yaml/yaml-document.ts';
import { asBuffer } from './file-text.ts';
import { editFrontMatter, writeFrontMatter } from './front-matter-edit.ts';
import { readFields, type StatedFields } from './front-matter-fields.ts';
import { type SplitFile, splitPostFile } from './front-matter-split.ts';
import { type FieldEdits, refuse } from './front-matter-values.ts';
import { conflictOf, type Fault, readBody, readStatement } from './post-file-reading.ts';
import { uuidOfPath } from './post-file-uuid.ts';

export interface PostFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Accepted so that callers may hand over what they hold; the result depends on path and bytes only. */
  readonly blobId?: string;
}

export type ParsedPostFile =
  | {
      readonly kind: 'post';
      readonly post: Omit<SnapshotPost, 'revision'>;
      /** Where the body begins in the file, in bytes. */
      readonly bodyOffset: number;
    }
  | { readonly kind: 'problem'; readonly problems: readonly Problem[] };

/**
 * The post that a file of posts/ holds, or every reason why it cannot be served, with its line. Pure: nothing is
 * read, nothing of the file is run, and no input makes it throw. Rules: docs/design.md, The content repository.
 */
export function parsePostFile({ path, bytes }: PostFile): ParsedPostFile {
  const slug = slugOfPath(path);
  const nameFaults = isSlug(slug) ? [] : [{ line: 0, reason: badSlug(slug) }];
  const split = splitPostFile(bytes);
  if (split.kind === 'fault') return problem(path, [...nameFaults, conflictOf(bytes) ?? split]);
  const { stated, faults } = readStatement(split, bytes.length - split.bodyStart);
  if (stated === null || stated.title === null || nameFaults.length + faults.length > 0)
    return problem(path, [...nameFaults, ...faults]);
  const reading = readBody(bytes, split);
  if (reading.kind === 'fault') return problem(path, [reading]);
  const post = postOf({ path, slug, stated, title: stated.title, body: reading.body });
  return { kind: 'post', post, bodyOffset: split.bodyStart };
}

/** What a save changes: an absent field is unchanged, null removes it. */
export interface PostFileEdit {
  readonly fields: FieldEdits;
  readonly body?: string;
}

/**
 * The bytes of a post's file with some fields and perhaps its body changed, and no byte besides: comments, order, quotes,
 * unknown keys, line ends and the byte order mark stay. A value that the file states already changes nothing. Refuses with
 * `invalid` a file whose front matter cannot be read and a change that would not read back exactly.
 */
export function editPostFile(bytes: Uint8Array, { fields, body }: PostFileEdit): Uint8Array {
  const split = splitPostFile(bytes);
  if (split.kind === 'fault') return refuse(split.reason);
  const stale = statesComputedReadTime(bytes, split, { fields, ...(body === undefined ? {} : { body }) });
  const { readTime: _, ...others } = fields;
  const block = editFrontMatter(split.block, stale ? others : fields, split.lineEnd);
  const after = body === undefined ? bytes.subarray(split.bodyStart) : bodyBytes(body);
  const fence = asBuffer(bytes).subarray(split.blockEnd, split.bodyStart);
  const result = Buffer.concat([
    bytes.subarray(0, split.blockStart),
    Buffer.from(block, 'utf8'),
    fence,
    fence.at(-1) !== 0x0a && after.length > 0 ? Buffer.from(split.lineEnd) : Buffer.alloc(0),
    after,
  ]);
  return checked(result, block);
}

/** A new post's file, its fields in their order (FRONT_MATTER_FIELDS). Fields that are absent, null or empty are left out. */
export function newPostFile(fields: FieldEdits, body: string): Uint8Array {
  const block = writeFrontMatter(fields);
  return checked(Buffer.concat([Buffer.from(`---\n${block}---\n`, 'utf8'), bodyBytes(body)]), block);
}

/** A form that shows a computed read time sends it back; writing it would freeze it. */
function statesComputedReadTime(
  bytes: Uint8Array,
  split: SplitFile,
  { fields, body }: PostFileEdit,
): boolean {
  if (typeof fields.readTime !== 'string') return false;
  const reading = readYamlMapping(split.block);
  if (reading.kind !== 'mapping' || readFields(reading).stated.readTime !== null) return false;
  const before = asBuffer(bytes).toString('utf8', split.bodyStart);
  return fields.readTime === readTime(before) || (body !== undefined && fields.readTime === readTime(body));
}

function bodyBytes(body: string): Uint8Array {
  if (/\p{Surrogate}/u.test(body)) return refuse('Le texte contient la moitié d’un caractère.');
  return Buffer.from(body, 'utf8');
}

/** The file, once it was split again and gave back the front matter that was meant. */
function checked(result: Uint8Array, block: string): Uint8Array {
  const split = splitPostFile(result);
  if (split.kind === 'fault') return refuse(split.reason);
  return split.block === block ? result : refuse('Ce fichier ne se relirait pas comme il a été écrit.');
}

function problem(path: string, faults: readonly Fault[]): ParsedPostFile {
  return { kind: 'problem', problems: faults.map(({ line, reason }) => ({ path, line, reason })) };
}

function badSlug(slug: string): string {
  return `Le nom de fichier « ${slug.slice(0, 60)} » ne peut pas être une adresse : lettres minuscules sans accent, chiffres et traits d’union seulement, et pas un nom que Windows refuse.`;
}

interface Parts {
  readonly path: string;
  readonly slug: string;
  readonly stated: StatedFields;
  readonly title: string;
  readonly body: string;
}

function postOf({ path, slug, stated, title, body }: Parts): Omit<SnapshotPost, 'revision'> {
  const { published, unpublishAt } = stated;
  const metadata: PostMetadata = {
    ...stated,
    title,
    slug,
    id: stated.id ?? uuidOfPath(path),
    excerpt: stated.excerpt ?? '',
    category: stated.category ?? DEFAULT_CATEGORY,
    tags: stated.tags ?? [],
    isPublished: stated.isPublished ?? false,
    readTime: stated.readTime ?? readTime(body),
  };
  return { ...metadata, path, publishedAt: moment(published), unpublishedAt: moment(unpublishAt) };
}

function moment(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant);
}
