import { isSameValue } from '#content/model/difference/value-changes.ts';
import {
  type FieldEdits,
  type FieldValue,
  readFields,
  type StatedFields,
  statedFields,
} from '../files/front-matter-fields.ts';
import { bodyOf, type SplitFile, splitPostFile } from '../files/front-matter-split.ts';
import { editPostFile, parsePostFile } from '../files/post-file.ts';
import { readYamlMapping } from '../files/yaml-document.ts';
import { ContentError } from '../model/errors.ts';
import { type BodyPart, pickChanged, type ThreeWay } from '../model/merge.ts';
import { firstOf, isOfAClock } from '../model/post-dates.ts';
import { FRONT_MATTER_FIELDS, type FrontMatterField, fieldRow } from '../model/post-fields.ts';
import { readTime } from '../model/read-time.ts';
import { mergedLineEnd, mergedMark, withLineEnd, withMark } from './line-ends.ts';
import { agreedText, mergeBodies } from './merge-body.ts';
import { keysOfOurs, mergeFrontMatter, withAllComments } from './merge-front-matter.ts';

interface PostSides extends ThreeWay<Uint8Array> {
  /** Path of the post in the repository: its slug must be readable from it. */
  readonly path: string;
}

export type MergedPost =
  | { readonly kind: 'merged'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'conflict';
      /** Fields that both changed, each to another value, and keys that Encrier does not know and that theirs has not as ours changed them. */
      readonly fields: readonly string[];
      readonly body: readonly BodyPart[];
      /** The fields put together, those that are disputed being theirs; null where a side cannot be read. */
      readonly stated: StatedFields | null;
    };

/**
 * The three-way merge of a post's file (docs/design.md, Merging prose). What one side alone changed is in the result byte for
 * byte; what both changed goes together field by field, then block by block, then sentence by sentence. The result reads
 * back as what was meant, and never holds conflict markers. A side that cannot be read, or a merge that could not be read
 * back, is a conflict about the whole text. Never throws.
 */
export function mergePosts(sides: PostSides): MergedPost {
  const { base, ours, theirs } = sides;
  if (isSame(ours, base) || isSame(ours, theirs)) return { kind: 'merged', bytes: theirs };
  if (isSame(theirs, base)) return { kind: 'merged', bytes: ours };
  const files = {
    base: readFile(sides.path, base),
    ours: readFile(sides.path, ours),
    theirs: readFile(sides.path, theirs),
  };
  if (files.base === null || files.ours === null || files.theirs === null) return wholeConflict(sides, null);
  return mergeFiles(sides, { base: files.base, ours: files.ours, theirs: files.theirs });
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

interface ReadableFile {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly split: SplitFile;
  readonly stated: StatedFields;
  readonly body: string;
}

function readFile(path: string, bytes: Uint8Array): ReadableFile | null {
  if (parsePostFile({ path, bytes }).kind === 'problem') return null;
  const split = splitPostFile(bytes);
  if (split.kind === 'fault') return null;
  const mapping = readYamlMapping(split.block);
  if (mapping.kind !== 'mapping') return null;
  const text = Buffer.from(bytes).toString('utf8');
  return { bytes, text, split, stated: readFields(mapping).stated, body: bodyOf(bytes) };
}

function mergeFiles(sides: PostSides, files: ThreeWay<ReadableFile>): MergedPost {
  const { base, ours, theirs } = files;
  const lineEnd = mergedLineEnd(base.text, ours.text, theirs.text);
  const plain = (body: string): string => (lineEnd === null ? body : withLineEnd(body, '\n'));
  const written = (body: string): string => (lineEnd === null ? body : withLineEnd(body, lineEnd));
  const fields = mergeFields({ base: base.stated, ours: ours.stated, theirs: theirs.stated });
  const front = mergeFrontMatter(files);
  const parts = mergeBodies({ base: plain(base.body), ours: plain(ours.body), theirs: plain(theirs.body) });
  const body = agreedText(parts);
  if (front === null) return wholeConflict(sides, files);
  if (front.kind === 'disputed' || body === null || fields.disputed.length > 0)
    return {
      kind: 'conflict',
      fields: [...fields.disputed, ...keysOfOurs(sides)],
      body: parts.map((part) => inLines(part, written)),
      stated: fields.stated,
    };
  const mark = mergedMark(base.text, ours.text, theirs.text);
  const form = (text: string): string => written(withMark(text, mark));
  const merge = { path: sides.path, carrier: front.bytes, stated: fields.stated, body: written(body), form };
  const bytes = writeMerge(merge, files);
  if (bytes !== null) return { kind: 'merged', bytes };
  return wholeConflict(sides, files);
}

function inLines(part: BodyPart, written: (text: string) => string): BodyPart {
  if (part.kind === 'agreed') return { kind: 'agreed', text: written(part.text) };
  const { base, theirs, yours } = part;
  return { kind: 'disputed', base: written(base), theirs: written(theirs), yours: written(yours) };
}

interface Merge {
  readonly path: string;
  /** The file that holds everything beside the fields and the body. */
  readonly carrier: Uint8Array;
  readonly stated: StatedFields;
  readonly body: string;
  /** The whole text with the line ends and the mark of the merge. */
  readonly form: (text: string) => string;
}

/** The merged file, or null when it cannot be written so that it reads back as meant. */
function writeMerge(
  { path, carrier, stated, body, form }: Merge,
  files: ThreeWay<ReadableFile>,
): Uint8Array | null {
  const start = readFile(path, carrier);
  if (start === null) return null;
  const fields = changedFields(start.stated, stated).reduce<FieldEdits>(
    (edits, field) => ({ ...edits, [field]: stated[field] }),
    {},
  );
  const edited = edit(carrier, { fields, body });
  if (edited === null) return null;
  const whole = withAllComments(edited, files);
  const bytes = Buffer.from(form(Buffer.from(whole).toString('utf8')), 'utf8');
  const read = readFile(path, bytes);
  if (read === null || read.body !== body) return null;
  return changedFields(inEffect(read), inEffect({ stated, body })).length === 0 ? bytes : null;
}

/** A read time that is the computed one is not written (editPostFile). */
function inEffect({ stated, body }: Pick<Merge, 'stated' | 'body'>): StatedFields {
  return { ...stated, readTime: stated.readTime ?? readTime(body) };
}

function wholeConflict(
  sides: PostSides,
  files: Pick<ThreeWay<ReadableFile>, 'ours' | 'theirs'> | null,
): MergedPost {
  const { base, ours, theirs } = sides;
  const part = { kind: 'disputed', base: bodyOf(base), theirs: bodyOf(theirs), yours: bodyOf(ours) } as const;
  const fields = files === null ? [] : changedFields(files.ours.stated, files.theirs.stated);
  return {
    kind: 'conflict',
    fields: [...fields, ...keysOfOurs(sides)],
    body: [part],
    stated: files?.theirs.stated ?? null,
  };
}

function edit(bytes: Uint8Array, change: Parameters<typeof editPostFile>[1]): Uint8Array | null {
  try {
    return editPostFile(bytes, change);
  } catch (error) {
    if (error instanceof ContentError) return null;
    throw error;
  }
}

interface MergedFields {
  readonly stated: StatedFields;
  /** Fields both changed, each to another value; `stated` has theirs. */
  readonly disputed: readonly FrontMatterField[];
}

/** Front matter, field by field: scalars as values, tags as a set that keeps its order (docs/design.md, Merging prose). */
function mergeFields({ base, ours, theirs }: ThreeWay<StatedFields>): MergedFields {
  const disputed: FrontMatterField[] = [];

  const stated = statedFields((field) => {
    if (fieldRow(field).kind === 'tags')
      return mergeTags(listOf(base[field]), listOf(ours[field]), listOf(theirs[field]));
    const picked = pickChanged<FieldValue>(base[field], ours[field], theirs[field]);
    if (picked !== null) return picked.value;
    const first =
      field === 'published' && isUndated(base[field]) ? firstPublished(ours[field], theirs[field]) : null;
    if (first === null) disputed.push(field);
    return first ?? theirs[field];
  });
  return { stated, disputed };
}

/** A text that waits has the moment it was kept at, until it is published. */
function isUndated(date: FieldValue): boolean {
  return date === null || (typeof date === 'string' && isOfAClock(Date.parse(date)));
}

function firstPublished(ours: FieldValue, theirs: FieldValue): string | null {
  return typeof ours === 'string' && typeof theirs === 'string' ? firstOf(ours, theirs) : null;
}

/** Fields whose values differ; no tags and an empty list are the same. */
function changedFields(before: StatedFields, after: StatedFields): readonly FrontMatterField[] {
  return FRONT_MATTER_FIELDS.filter(
    (field) => !isSameValue(comparable(before[field]), comparable(after[field])),
  );
}

function comparable(value: FieldValue): FieldValue {
  return Array.isArray(value) && value.length === 0 ? null : value;
}

function listOf(value: FieldValue): readonly string[] {
  return typeof value === 'object' ? (value ?? []) : [];
}

/** Theirs in their order, without what we removed, then what we added; ours as it is when only we changed it. */
function mergeTags(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): string[] | null {
  const isOurs = isSameValue(base, theirs);
  const tags = isOurs
    ? ours
    : [
        ...theirs.filter((tag) => !base.includes(tag) || ours.includes(tag)),
        ...ours.filter((tag) => !base.includes(tag) && !theirs.includes(tag)),
      ];
  return tags.length === 0 ? null : [...tags];
}
