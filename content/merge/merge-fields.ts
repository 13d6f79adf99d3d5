import {
  type FieldValue,
  isSameValue,
  type StatedFields,
  statedFields,
} from '#content/files/front-matter-fields.ts';
import { FRONT_MATTER_FIELDS, type FrontMatterField } from '#content/model/post.ts';

interface Statements {
  readonly base: StatedFields;
  readonly ours: StatedFields;
  readonly theirs: StatedFields;
}

export interface MergedFields {
  readonly stated: StatedFields;
  /** Fields both changed, each to another value; `stated` has theirs. */
  readonly disputed: readonly FrontMatterField[];
}

/** Front matter, field by field: scalars as values, tags as a set that keeps its order (docs/design.md, Merging prose). */
export function mergeFields({ base, ours, theirs }: Statements): MergedFields {
  const disputed: FrontMatterField[] = [];

  const stated = statedFields((field) => {
    if (field === 'tags') return mergeTags(base.tags ?? [], ours.tags ?? [], theirs.tags ?? []);
    const isOurs = isSameValue(theirs[field], base[field]);
    const isTheirs = isSameValue(ours[field], base[field]) || isSameValue(ours[field], theirs[field]);
    if (!isOurs && !isTheirs) disputed.push(field);
    return isOurs && !isTheirs ? ours[field] : theirs[field];
  });
  return { stated, disputed };
}

/** Fields whose values differ; no tags and an empty list are the same. */
export function changedFields(before: StatedFields, after: StatedFields): readonly FrontMatterField[] {
  return FRONT_MATTER_FIELDS.filter(
    (field) => !isSameValue(comparable(before[field]), comparable(after[field])),
  );
}

function comparable(value: FieldValue): FieldValue {
  return Array.isArray(value) && value.length === 0 ? null : value;
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
