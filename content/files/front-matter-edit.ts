import { changesBetween, isSameValue, type ValueChange } from '#content/model/difference/value-changes.ts';
import { calledField } from '../model/field-names.ts';
import { FRONT_MATTER_FIELDS, type FrontMatterField, POST_FIELDS } from '../model/post-fields.ts';
import { refuse } from './file-text.ts';
import {
  type FieldEdits,
  type FieldValue,
  isAlreadySaid,
  normalizedValue,
  readFields,
} from './front-matter-fields.ts';
import { plainValues, readYamlMapping } from './yaml-document.ts';
import { editYaml, type YamlFile } from './yaml-edit.ts';
import { type Manner, writeMap } from './yaml-writing.ts';

/** How fields are written: each on one line, ids and dates without quotes. */
const MANNER = {
  layout: 'line',
  words: FRONT_MATTER_FIELDS.filter((field) => ['id', 'moment'].includes(POST_FIELDS[field].kind)),
} as const;

/**
 * The text of a front matter with some of its fields changed, and not one character besides. Each change is read
 * back: the field must say what is wanted and every other key what it said. Otherwise refuses with `invalid`.
 */
export function editFrontMatter(block: string, edits: FieldEdits, lineEnd: Manner['lineEnd']): string {
  const wishes = FRONT_MATTER_FIELDS.flatMap((field) => {
    const edit = edits[field];
    return edit === undefined ? [] : [{ field, wanted: normalizedValue(field, edit) }];
  });
  return wishes.reduce((file, wish) => withField(file, wish, lineEnd), readable(block)).text;
}

/** Lines of a new front matter. Fields that are absent, null or empty are left out. */
export function writeFrontMatter(fields: FieldEdits): string {
  const values = FRONT_MATTER_FIELDS.flatMap((field) => {
    const value = normalizedValue(field, fields[field] ?? null);
    return Array.isArray(value) && value.length === 0 ? [] : [[field, value] as const];
  });
  return writeMap(Object.fromEntries(values), { ...MANNER, lineEnd: '\n' });
}

function readable(text: string): YamlFile {
  const mapping = readYamlMapping(text);
  if (mapping.kind !== 'mapping')
    return refuse('L’en-tête de ce fichier ne se lit pas\u00a0: corrigez-le d’abord.');
  return { text, mapping };
}

interface Wish {
  readonly field: FrontMatterField;
  readonly wanted: FieldValue;
}

function withField(file: YamlFile, { field, wanted }: Wish, lineEnd: Manner['lineEnd']): YamlFile {
  const { stated, faults } = readFields(file.mapping);
  const isBroken = faults.some((fault) => fault.field === field);
  if (!isBroken && isAlreadySaid(field, stated, wanted)) return file;
  const edit = editYaml(file, changesTo(file, { field, wanted }), {
    ...MANNER,
    lineEnd,
    order: FRONT_MATTER_FIELDS,
    accepts: (mapping) => {
      const after = readFields(mapping);
      return !after.faults.some((fault) => fault.field === field) && isSameValue(after.stated[field], wanted);
    },
  });
  if (edit.kind === 'edited') return edit;
  return refuse(
    `${calledField(field)} de ce fichier est écrit d’une façon qui ne peut pas être changée sans risque.`,
  );
}

/** A list item by item, else the whole value. */
function changesTo({ mapping }: YamlFile, { field, wanted }: Wish): readonly ValueChange[] {
  const whole: ValueChange = { kind: 'set', path: [field], value: wanted ?? undefined };
  const entry = mapping.entries.find(({ name }) => name === field);
  const present = entry === undefined ? null : plainValues(entry.pair.value, mapping.aliases)?.value;
  const isList = Array.isArray(present) && Array.isArray(wanted) && wanted.length > 0;
  const items = isList ? changesBetween(present, wanted, [field]) : [];
  return items.length > 0 ? items : [whole];
}
