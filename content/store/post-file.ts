import { slugOfPath } from '../model/paths.ts';
import { DEFAULT_CATEGORY, FRONT_MATTER_FIELDS, MAX_BODY_BYTES, type PostMetadata } from '../model/post.ts';
import { readTime } from '../model/read-time.ts';
import { isSlug } from '../model/slug.ts';
import type { Problem, SnapshotPost } from '../model/snapshot.ts';
import { editFrontMatter, writeField } from './front-matter-edit.ts';
import { readFields, type StatedFields } from './front-matter-fields.ts';
import { asBuffer, markLength, type SplitFile, splitPostFile, utf8Fault } from './front-matter-split.ts';
import { type FieldEdits, normalizedValue, refuse } from './front-matter-values.ts';
import { conflictLine } from './post-file-conflicts.ts';
import { uuidOfPath } from './post-file-uuid.ts';
import { readYamlMapping, type YamlFault, type YamlMapping, type YamlReading } from './yaml-document.ts';

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
 * read, nothing of the file is run, and no input makes it throw. Rules: DESIGN.md, The content repository.
 */
export function parsePostFile({ path, bytes }: PostFile): ParsedPostFile {
  const slug = slugOfPath(path);
  const faults: Fault[] = [];
  if (!isSlug(slug)) faults.push({ line: 0, reason: badSlug(slug) });
  const split = splitPostFile(bytes);
  if (split.kind === 'fault') return problem(path, [...faults, conflictOf(bytes) ?? split]);
  const stated = readStated(split, faults);
  if (stated === null) return problem(path, faults);
  faults.push(...statusFaults(stated, bytes.length - split.bodyStart));
  const body = faults.length === 0 ? readBody(bytes, split, faults) : null;
  if (body === null || stated.title === null) return problem(path, faults);
  return {
    kind: 'post',
    post: postOf({ path, slug, stated, title: stated.title, body }),
    bodyOffset: split.bodyStart,
  };
}

/** The Markdown body of a post's file: all that follows its front matter, line ends as they are. */
export function bodyOf(bytes: Uint8Array): string {
  const buffer = asBuffer(bytes);
  const split = splitPostFile(bytes);
  return buffer.toString('utf8', split.kind === 'split' ? split.bodyStart : markLength(buffer));
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

/** A new post's file, in the form shown in DESIGN.md. Fields that are absent, null or empty are left out. */
export function newPostFile(fields: FieldEdits, body: string): Uint8Array {
  const lines = FRONT_MATTER_FIELDS.flatMap((field) => {
    const value = normalizedValue(field, fields[field] ?? null);
    return value === null || (typeof value === 'object' && value.length === 0)
      ? []
      : [`${writeField(field, value)}\n`];
  });
  const block = lines.join('');
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

interface Fault {
  readonly line: number;
  readonly reason: string;
}

function problem(path: string, faults: readonly Fault[]): ParsedPostFile {
  return { kind: 'problem', problems: faults.map(({ line, reason }) => ({ path, line, reason })) };
}

function badSlug(slug: string): string {
  return `Le nom de fichier « ${slug.slice(0, 60)} » ne peut pas être une adresse : lettres minuscules sans accent, chiffres et traits d’union seulement, et pas un nom que Windows refuse.`;
}

const CONFLICT =
  'Ce fichier contient les marques d’un conflit git : choisissez une des deux versions et retirez-les.';

/** A conflict explains a file whose front matter cannot even be found. */
function conflictOf(bytes: Uint8Array): Fault | null {
  if (bytes.length > MAX_BODY_BYTES || utf8Fault(bytes, 1) !== null) return null;
  const line = conflictLine(asBuffer(bytes).toString('utf8'));
  return line === -1 ? null : { line: line + 1, reason: CONFLICT };
}

function readStated(split: SplitFile, faults: Fault[]): StatedFields | null {
  const { block, blockLine } = split;
  const conflict = conflictLine(block);
  if (conflict !== -1) {
    faults.push({ line: blockLine + conflict, reason: CONFLICT });
    return null;
  }
  const reading = readYamlMapping(block);
  const { stated, faults: found } = reading.kind === 'mapping' ? readFields(reading) : unreadable(reading);
  for (const { offset, reason } of found) faults.push({ line: blockLine + newlines(block, offset), reason });
  if (stated?.title === null && !faults.some(({ reason }) => reason.startsWith('Le titre')))
    faults.push({ line: blockLine, reason: NO_TITLE });
  return stated;
}

const NO_TITLE = 'Le titre manque : ajoutez une ligne « title: … » à l’en-tête.';

function unreadable(reading: Exclude<YamlReading, YamlMapping>): {
  readonly stated: null;
  readonly faults: readonly YamlFault[];
} {
  if (reading.kind === 'faults') return { stated: null, faults: reading.faults };
  return {
    stated: null,
    faults: [{ offset: reading.kind === 'empty' ? 0 : reading.offset, reason: NO_TITLE }],
  };
}

function newlines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function statusFaults({ isPublished, published }: StatedFields, bodyBytes: number): readonly Fault[] {
  if (isPublished !== true) return [];
  const faults: Fault[] = [];
  if (published === null)
    faults.push({
      line: 1,
      reason: 'Cet article est publié sans date : ajoutez une ligne « published: … ».',
    });
  if (bodyBytes > MAX_BODY_BYTES)
    faults.push({ line: 0, reason: 'Le texte de cet article publié dépasse 2 Mo.' });
  return faults;
}

/** The body, or null after having said what is wrong with it. */
function readBody(
  bytes: Uint8Array,
  { bodyStart, block, blockLine }: SplitFile,
  faults: Fault[],
): string | null {
  const firstLine = blockLine + newlines(block, block.length) + 1;
  const bodyBytes = bytes.subarray(bodyStart);
  const encoding = utf8Fault(bodyBytes, firstLine);
  if (encoding !== null) faults.push(encoding);
  const body = asBuffer(bodyBytes).toString('utf8');
  const conflict = encoding === null ? conflictLine(body) : -1;
  if (conflict !== -1) faults.push({ line: firstLine + conflict, reason: CONFLICT });
  return faults.length === 0 ? body : null;
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
