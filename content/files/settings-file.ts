import { isPair, isScalar } from 'yaml';
import { type Capacity, capacitySchema } from '../model/capacity.ts';
import { CAPACITY_FILE, SITE_FILE } from '../model/paths.ts';
import { type Site, siteSchema } from '../model/site.ts';
import type { Problem } from '../model/snapshot.ts';
import { CARRIAGE_RETURNS, conflictLine, readFileText } from './file-text.ts';
import {
  offsetOf,
  plainValues,
  readYamlMapping,
  resolved,
  type YamlFault,
  type YamlMapping,
} from './yaml-document.ts';
import { entryAt, nodeAt, placeAt } from './yaml-places.ts';

/** Largest settings file read, in bytes; a larger one is refused before it is decoded. */
export const MAX_SETTINGS_BYTES = 256 * 1024;

const EMPTY = 'Ce fichier est vide : ses dernières valeurs connues servent.';

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
      'Ce fichier contient les marques d’un conflit git : gardez une version et retirez-les.',
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
      return fault(reading.offset, 'Ce fichier doit contenir des lignes « champ: valeur ».');
    case 'empty':
      return fault(0, EMPTY);
    case 'mapping':
      return checkSettings(reading, schema);
  }
}

function checkSettings<Value>(mapping: YamlMapping, schema: Schema<Value>): Reading<Value> {
  const values = plainValues(mapping.map, mapping.aliases);
  if (values === null) return fault(0, 'Les alias (*nom) de ce fichier se déplient sans mesure.');
  const checked = schema.safeParse(values.value);
  if (checked.success) return { kind: 'ok', value: checked.data };
  const faults = checked.error.issues.map((issue) => {
    const { offset, isWritten } = locate(mapping, issue.path);
    return { offset, reason: settingReason(issue, isWritten) };
  });
  return { kind: 'faults', faults };
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
  const name = `Le champ « ${issue.path.map(String).join('.')} »`;
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
      return `${name} doit être l’une de ces valeurs : ${issue.values.map(String).join(', ')}.`;
    case 'invalid_format':
      // The schemas of content/model give the expected form in French.
      return `${name} doit être ${issue.message}.`;
    default:
      return `${name} n’est pas valide.`;
  }
}
