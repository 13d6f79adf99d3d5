import { isPair, isScalar } from 'yaml';
import {
  changesBetween,
  isPlainMap,
  isSameValue,
  type ValueChange,
  valueAt,
} from '#content/model/difference/value-changes.ts';
import { type Capacity, capacitySchema } from '../model/capacity.ts';
import { CAPACITY_FILE, SITE_FILE } from '../model/paths.ts';
import { type Site, siteSchema } from '../model/site.ts';
import type { Problem } from '../model/snapshot.ts';
import { wellFormed } from '../model/well-formed.ts';
import { CARRIAGE_RETURNS, conflictLine, readFileText, refuse } from './file-text.ts';
import {
  offsetOf,
  plainValues,
  readYamlMapping,
  resolved,
  type YamlFault,
  type YamlMapping,
} from './yaml-document.ts';
import { editYaml, type YamlFile } from './yaml-edit.ts';
import { entryAt, nodeAt, placeAt } from './yaml-places.ts';
import { writeMap } from './yaml-writing.ts';

/** Largest settings file read, in bytes; a larger one is refused before it is decoded. */
export const MAX_SETTINGS_BYTES = 256 * 1024;

const EMPTY = 'Ce fichier est vide\u00a0: ses dernières valeurs connues servent.';

export type SettingsReading<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'problem'; readonly problems: readonly Problem[] };

/** site.yml, or every reason why it cannot be used, with its line. Never throws. */
export function parseSiteFile(bytes: Uint8Array): SettingsReading<Site> {
  return parseSettings(bytes, { path: SITE_FILE, schema: siteSchema });
}

/** capacity.yml, or every reason why it cannot be used, with its line. Never throws. */
export function parseCapacityFile(bytes: Uint8Array): SettingsReading<Capacity> {
  return parseSettings(bytes, { path: CAPACITY_FILE, schema: capacitySchema });
}

/** What a schema of content/model does, as far as it is needed here. */
interface Schema<Value> {
  readonly safeParse: (
    value: unknown,
  ) =>
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };
}

interface SettingsFile<Value> {
  readonly path: string;
  readonly schema: Schema<Value>;
}

function parseSettings<Value>(
  bytes: Uint8Array,
  { path, schema }: SettingsFile<Value>,
): SettingsReading<Value> {
  const problem = (line: number, reason: string): SettingsReading<Value> => ({
    kind: 'problem',
    problems: [{ path, line, reason }],
  });
  if (bytes.length > MAX_SETTINGS_BYTES) return problem(0, 'Ce fichier dépasse 256 Ko.');
  const read = readFileText(bytes);
  if (read.kind === 'fault') return problem(read.line, read.reason);
  const { text } = read;
  if (text.includes('\r') && !text.includes('\n')) return problem(1, CARRIAGE_RETURNS);
  const conflict = conflictLine(text);
  if (conflict !== -1)
    return problem(
      conflict + 1,
      'Ce fichier contient les marques d’un conflit git\u00a0: gardez une version et retirez-les.',
    );
  const reading = readSettings(text, schema);
  if (reading.kind === 'ok') return reading;
  return {
    kind: 'problem',
    problems: reading.faults.map(({ offset, reason }) => ({ path, line: lineOf(text, offset), reason })),
  };
}

type Reading<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'faults'; readonly faults: readonly YamlFault[] };

function readSettings<Value>(text: string, schema: Schema<Value>): Reading<Value> {
  const reading = readYamlMapping(text);
  switch (reading.kind) {
    case 'faults':
      return reading;
    case 'not-a-mapping':
      return fault(reading.offset, 'Ce fichier doit contenir des lignes «\u00a0champ: valeur\u00a0».');
    case 'empty':
      return fault(reading.offset, EMPTY);
    case 'mapping':
      return checkSettings(reading, schema);
  }
}

function checkSettings<Value>(mapping: YamlMapping, schema: Schema<Value>): Reading<Value> {
  const values = plainValues(mapping.map, mapping.aliases);
  if (values === null) return fault(0, 'Les alias (*nom) de ce fichier se déplient sans mesure.');
  const checked = schema.safeParse(withWholeTexts(values.value));
  if (checked.success) return { kind: 'ok', value: checked.data };
  const faults = checked.error.issues.map((issue) => {
    const { offset, isWritten } = locate(mapping, issue.path);
    return { offset, reason: settingReason(issue, isWritten) };
  });
  return { kind: 'faults', faults };
}

/** The same values without what is no character: an escape may stand for it where the file itself cannot hold it. */
function withWholeTexts(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(withWholeTexts);
  if (!isPlainMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withWholeTexts(inner)]));
}

/** The offset of what stands at a path, or of the nearest thing around it that is written. */
function locate(
  { map, aliases }: YamlMapping,
  path: readonly PropertyKey[],
): { readonly offset: number; readonly isWritten: boolean } {
  for (let length = path.length; length > 0; length -= 1) {
    const place = placeAt(map, path.slice(0, length), (node) => resolved(node, aliases));
    if (place === null) continue;
    const [entry, node] = [entryAt(place), nodeAt(place)];
    const isWritten = length === path.length && (!isScalar(node) || node.value !== null);
    return { offset: offsetOf(isPair(entry) ? entry.key : entry), isWritten };
  }
  return { offset: offsetOf(map), isWritten: false };
}

function fault<Value>(offset: number, reason: string): Reading<Value> {
  return { kind: 'faults', faults: [{ offset, reason }] };
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** What a schema of content/model finds wrong with a value. */
type SchemaIssue = NonNullable<ReturnType<typeof siteSchema.safeParse>['error']>['issues'][number];

const KINDS: Readonly<Record<string, string>> = {
  string: 'un texte',
  object: 'un groupe de champs',
  array: 'une liste',
};

/** What an author can do about a value of a settings file that its schema refuses; `isWritten` says if it is there at all. */
function settingReason(issue: SchemaIssue, isWritten: boolean): string {
  const name = `Le champ «\u00a0${issue.path.map(String).join('.')}\u00a0»`;
  if (!isWritten) return `${name} manque.`;
  switch (issue.code) {
    case 'invalid_type':
      return `${name} doit être ${KINDS[issue.expected] ?? 'une autre sorte de valeur'}.`;
    case 'too_small':
      return issue.origin === 'string'
        ? `${name} ne peut pas être vide.`
        : `${name} doit contenir au moins ${issue.minimum} élément(s).`;
    case 'too_big':
      return `${name} doit contenir au plus ${issue.maximum} ${issue.origin === 'string' ? 'caractères' : 'éléments'}.`;
    case 'invalid_value':
      return `${name} doit être l’une de ces valeurs\u00a0: ${issue.values.map(String).join(', ')}.`;
    case 'invalid_format':
      // The schemas of content/model give the expected form in French.
      return `${name} doit être ${issue.message}.`;
    default:
      return `${name} n’est pas valide.`;
  }
}

/**
 * The bytes of a settings file with the values changed that differ between `before` (what the file says, defaults filled in)
 * and `after`, and no byte besides: comments, order, keys that Encrier does not know, quotes, line ends and the byte order
 * mark stay. Each change is read back; one that cannot be made alone is made by writing the value around it anew. A file
 * that is not there yet (`null`) is written whole. Refuses with `invalid` a file that cannot be read and a change that would
 * not read back.
 */
export function editSettingsFile(bytes: Uint8Array | null, before: unknown, after: unknown): Uint8Array {
  if (bytes === null) return newFile(after);
  const changes = changesBetween(before, after);
  if (changes.length === 0) return bytes;
  const read = readFileText(bytes);
  if (read.kind === 'fault') return refuse(UNREADABLE);
  const { text, mark } = read;
  const file = readable(text);
  const edit = editYaml(
    file,
    changes.map((change) => withFinalNewline(change, before, file.value)),
    { ...MANNER, lineEnd: text.includes('\r\n') ? '\r\n' : '\n' },
  );
  if (edit.kind === 'refused')
    return refuse(
      `Le champ «\u00a0${edit.path.join('.')}\u00a0» de ce fichier est écrit d’une façon qui ne peut pas être changée sans risque.`,
    );
  if (/\p{Surrogate}/u.test(edit.text)) return refuse(HALF_CHARACTER);
  return checkedSize(Buffer.concat([bytes.subarray(0, mark), Buffer.from(edit.text, 'utf8')]));
}

/** How values are written: lists and maps in lines, long texts folded. */
const MANNER = { layout: 'lines', words: [], order: [] } as const;

const UNREADABLE = 'Ce fichier ne se lit pas\u00a0: corrigez-le d’abord.';
const HALF_CHARACTER = 'Un des textes contient la moitié d’un caractère.';

function newFile(after: unknown): Uint8Array {
  const text = isPlainMap(after) ? writeMap(after, { ...MANNER, lineEnd: '\n' }) : '';
  if (/\p{Surrogate}/u.test(text)) return refuse(HALF_CHARACTER);
  if (!isSameValue(readable(text).value, after))
    return refuse('Ces valeurs ne peuvent pas être écrites dans un fichier.');
  return checkedSize(Buffer.from(text, 'utf8'));
}

function checkedSize(bytes: Uint8Array): Uint8Array {
  return bytes.length > MAX_SETTINGS_BYTES ? refuse('Ce fichier dépasserait 256 Ko.') : bytes;
}

function readable(text: string): YamlFile & { readonly value: unknown } {
  const mapping = readYamlMapping(text);
  const values = mapping.kind === 'mapping' ? plainValues(mapping.map, mapping.aliases) : null;
  if (mapping.kind !== 'mapping' || values === null) return refuse(UNREADABLE);
  return { text, mapping, value: values.value };
}

/** A text whose last line end its schema takes away (`notice: |`) keeps it in the file. */
function withFinalNewline(change: ValueChange, before: unknown, written: unknown): ValueChange {
  if (change.kind !== 'set' || typeof change.value !== 'string' || change.value.endsWith('\n')) return change;
  const old = valueAt(written, change.path);
  const shown = valueAt(before, change.path);
  const isTrimmed = typeof old === 'string' && old.endsWith('\n') && typeof shown === 'string';
  return isTrimmed && !shown.endsWith('\n') && change.value !== ''
    ? { ...change, value: `${change.value}\n` }
    : change;
}

const section = {
  title: 'Site en préparation',
  cards: [
    { title: 'Bientôt en ligne', text: 'Les textes de cette page se trouvent dans le fichier site.yml.' },
  ],
};
const legal = 'Texte à compléter dans le fichier site.yml.';

/** What is checked once, at each start: zod would write and compile a program for each object of the schema first. */
const ONCE = { jitless: true };

/** What the site shows while no readable site.yml was ever there. */
export const DEFAULT_SITE: Site = siteSchema.parse(
  {
    brand: { name: 'Encrier' },
    owner: {
      name: 'Encrier',
      role: 'Site en préparation',
      about: 'Présentation à compléter dans le fichier site.yml.',
    },
    contact: {
      profile: 'https://t.me/',
      waitlistMessage: 'Bonjour, je souhaite rejoindre la liste d’attente ({trimestre}).',
    },
    home: {
      description: 'Site en préparation.',
      hero: { headline: 'Site en préparation', lead: 'Revenez bientôt.', contactLabel: 'Me contacter' },
      audience: section,
      approach: section,
      outcomes: section,
      share: { title: 'Partager cette page' },
    },
    blog: { description: 'Les articles.' },
    footer: { text: 'Écrivez-moi.', contactLabel: 'Me contacter', mantra: 'Chaque mot compte.' },
    social: [],
    legal: { notice: legal, privacy: legal, securityContact: 'https://t.me/' },
  },
  ONCE,
);

export const DEFAULT_CAPACITY: Capacity = capacitySchema.parse({}, ONCE);
