import { createHash } from 'node:crypto';
import { isPagePath, isReserved, slugOfPath } from '../model/paths.ts';
import { MAX_BODY_BYTES, type PostMetadata, type SnapshotPost } from '../model/post.ts';
import { valueUnsaid } from '../model/post-fields.ts';
import { readTime } from '../model/read-time.ts';
import { isSlug } from '../model/slug.ts';
import type { Problem } from '../model/snapshot.ts';
import { asBuffer, conflictLine, type FileFault, fault, refuse, utf8Fault } from './file-text.ts';
import { editFrontMatter, writeFrontMatter } from './front-matter-edit.ts';
import { type FieldEdits, readFields, type StatedFields, statedFields } from './front-matter-fields.ts';
import { BLOCK_LINE, bodyOf, type SplitFile, splitPostFile } from './front-matter-split.ts';
import { readYamlMapping, type YamlFault } from './yaml-document.ts';

export interface PostFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export type ParsedPostFile =
  | { readonly kind: 'post'; readonly post: Omit<SnapshotPost, 'revision'> }
  | { readonly kind: 'problem'; readonly problems: readonly Problem[] };

/**
 * The post that a file of posts/ or pages/ holds, or every reason why it cannot be served, with its line. Pure: nothing is
 * read, nothing of the file is run, and no input makes it throw. Rules: docs/design.md, The content repository.
 */
export function parsePostFile({ path, bytes }: PostFile): ParsedPostFile {
  const slug = slugOfPath(path);
  const isPage = isPagePath(path);
  const nameFaults = nameFault(slug, isPage).map((reason) => fault(0, reason));
  const split = splitPostFile(bytes);
  if (split.kind === 'fault') return problem(path, [...nameFaults, conflictOf(bytes) ?? split]);
  const { stated, faults } = readStatement(split, bytes.length - split.bodyStart);
  if (stated === null || stated.title === null || nameFaults.length + faults.length > 0)
    return problem(path, [...nameFaults, ...faults]);
  const reading = readBody(bytes, split);
  if (reading.kind === 'fault') return problem(path, [reading]);
  const { published, unpublishAt } = stated;
  const dates = { publishedAt: moment(published), unpublishedAt: moment(unpublishAt) };
  const post = { ...metadataOfFile({ path, stated, body: reading.body }), path, ...dates };
  return { kind: 'post', post };
}

interface StatedFile {
  readonly path: string;
  readonly stated: StatedFields;
  readonly body: string;
}

/** What a post is whose file states these fields, of which the title is one: what no file must state is filled in. */
export function metadataOfFile({ path, stated, body }: StatedFile): PostMetadata {
  const isPage = isPagePath(path);
  return {
    ...statedFields((field) => stated[field] ?? valueUnsaid(field)),
    slug: slugOfPath(path),
    id: stated.id ?? uuidOfPath(path),
    readTime: stated.readTime ?? readTime(body),
    ...(isPage ? { isPage } : {}),
  } as PostMetadata; // The title is there.
}

function problem(path: string, faults: readonly FileFault[]): ParsedPostFile {
  return { kind: 'problem', problems: faults.map(({ line, reason }) => ({ path, line, reason })) };
}

function nameFault(slug: string, isPage: boolean): readonly string[] {
  if (!isSlug(slug)) return [badSlug(slug)];
  return isPage && isReserved(slug) ? [reservedSlug(slug)] : [];
}

/** Why no page can have this slug. */
export function reservedSlug(slug: string): string {
  return `L’adresse «\u00a0/${slug}\u00a0» est prise par le site lui-même\u00a0: donnez-en une autre à cette page.`;
}

function badSlug(slug: string): string {
  return `Le nom de fichier «\u00a0${slug.slice(0, 60)}\u00a0» ne peut pas être une adresse\u00a0: lettres minuscules sans accent, chiffres et traits d’union seulement, et pas un nom que Windows refuse.`;
}

function moment(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant);
}

/** The namespace of post files, fixed for ever: another one would give every file without an id another identity. */
const NAMESPACE = Buffer.from('5f0c3f8e7b1d4c0a9a52c4e1d7306b28', 'hex');

/** The id of a post whose file states none: the UUIDv5 (RFC 9562, 5.5) of its path in the repository. */
export function uuidOfPath(path: string): string {
  const digest = createHash('sha1').update(NAMESPACE).update(path, 'utf8').digest().subarray(0, 16);
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return digest.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What front matter states, null when it cannot be read at all, and all that is wrong with it. */
interface Statement {
  readonly stated: StatedFields | null;
  readonly faults: readonly FileFault[];
}

const CONFLICT =
  'Ce fichier contient les marques d’un conflit git\u00a0: choisissez une des deux versions et retirez-les.';
const NO_TITLE = 'Le titre manque\u00a0: ajoutez une ligne «\u00a0title: …\u00a0» à l’en-tête.';
const NO_DATE = 'Ce texte est publié sans date\u00a0: ajoutez une ligne «\u00a0published: …\u00a0».';

/** The fields of a post's file, checked. The body is not decoded for it: its length is enough. */
function readStatement({ block }: SplitFile, bodyBytes: number): Statement {
  const conflict = conflictLine(block);
  if (conflict !== -1) return { stated: null, faults: [fault(BLOCK_LINE + conflict, CONFLICT)] };
  const at = ({ offset, reason }: YamlFault): FileFault =>
    fault(BLOCK_LINE + newlines(block, offset), reason);
  const reading = readYamlMapping(block);
  if (reading.kind === 'faults') return { stated: null, faults: reading.faults.map(at) };
  if (reading.kind !== 'mapping')
    return { stated: null, faults: [at({ offset: reading.offset, reason: NO_TITLE })] };
  const { stated, faults: found } = readFields(reading);
  const faults = found.map(at);
  const isFaulty = (name: string): boolean => found.some(({ field }) => field === name);
  if (stated.title === null && !isFaulty('title')) faults.push(at({ offset: 0, reason: NO_TITLE }));
  if (stated.isPublished === true) {
    const flag = reading.entries.find(({ name }) => name === 'isPublished');
    if (stated.published === null && !isFaulty('published'))
      faults.push(at({ offset: flag?.offset ?? 0, reason: NO_DATE }));
    if (bodyBytes > MAX_BODY_BYTES) faults.push(fault(0, 'Le texte de cet article publié dépasse 2 Mo.'));
  }
  return { stated, faults };
}

/** The body of a post's file, or what keeps it from being read. */
function readBody(
  bytes: Uint8Array,
  { bodyStart, block }: SplitFile,
): { readonly kind: 'body'; readonly body: string } | FileFault {
  const bodyBytes = bytes.subarray(bodyStart);
  const firstLine = BLOCK_LINE + newlines(block, block.length) + 1;
  const encoding = utf8Fault(bodyBytes, firstLine);
  if (encoding !== null) return encoding;
  const body = asBuffer(bodyBytes).toString('utf8');
  const conflict = conflictLine(body);
  return conflict === -1 ? { kind: 'body', body } : fault(firstLine + conflict, CONFLICT);
}

/** A conflict explains a file whose front matter cannot even be found. */
function conflictOf(bytes: Uint8Array): FileFault | null {
  if (bytes.length > MAX_BODY_BYTES || utf8Fault(bytes, 1) !== null) return null;
  const line = conflictLine(asBuffer(bytes).toString('utf8'));
  return line === -1 ? null : fault(line + 1, CONFLICT);
}

function newlines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
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
  const { readTime: wanted, ...others } = fields;
  // A form that shows a computed read time sends it back; writing it would freeze it.
  const isComputed =
    typeof wanted === 'string' &&
    [bodyOf(bytes), body].some((text) => text !== undefined && wanted === readTime(text));
  const isLeft = isComputed && !statesReadTime(split.block);
  const block = editFrontMatter(split.block, isLeft ? others : fields, split.lineEnd);
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

function statesReadTime(block: string): boolean {
  const reading = readYamlMapping(block);
  return reading.kind !== 'mapping' || readFields(reading).stated.readTime !== null;
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
