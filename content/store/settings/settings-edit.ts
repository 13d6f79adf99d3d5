import { asBuffer, markLength, nulFault, utf8Fault } from '../post-files/front-matter-split.ts';
import { refuse } from '../post-files/front-matter-values.ts';
import { readYamlMapping, type YamlMapping } from '../yaml/yaml-document.ts';
import { plainValues } from '../yaml/yaml-values.ts';
import { candidates } from './settings-edit-candidates.ts';
import {
  isPlainMap,
  isSameSetting,
  type SettingChange,
  settingAt,
  settingChanges,
  withChange,
} from './settings-edit-changes.ts';
import { writePairs } from './settings-edit-writing.ts';
import { MAX_SETTINGS_BYTES } from './settings-file.ts';

/**
 * The bytes of a settings file with the values changed that differ between `before` (what the file says, defaults filled in)
 * and `after`, and no byte besides: comments, order, keys that Encrier does not know, quotes, line ends and the byte order
 * mark stay. Each change is read back; one that cannot be made alone is made by writing the value around it anew. A file
 * that is not there yet (`null`) is written whole. Refuses with `invalid` a file that cannot be read and a change that would
 * not read back.
 */
export function editSettingsFile(bytes: Uint8Array | null, before: unknown, after: unknown): Uint8Array {
  if (bytes === null) return newFile(after);
  const changes = settingChanges(before, after);
  if (changes.length === 0) return bytes;
  const buffer = asBuffer(bytes);
  if ((nulFault(buffer) ?? utf8Fault(bytes, 1)) !== null) return refuse(UNREADABLE);
  const mark = markLength(buffer);
  const text = buffer.toString('utf8', mark);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const { text: edited } = changes.reduce(
    (current, change) => withOneChange(current, change, { before, lineEnd }),
    readable(text),
  );
  if (/\p{Surrogate}/u.test(edited)) return refuse(HALF_CHARACTER);
  return checkedSize(Buffer.concat([bytes.subarray(0, mark), Buffer.from(edited, 'utf8')]));
}

const UNREADABLE = 'Ce fichier ne se lit pas : corrigez-le d’abord.';
const HALF_CHARACTER = 'Un des textes contient la moitié d’un caractère.';

function newFile(after: unknown): Uint8Array {
  const text = isPlainMap(after) ? writePairs(after, { indent: '', lineEnd: '\n' }) : '';
  if (/\p{Surrogate}/u.test(text)) return refuse(HALF_CHARACTER);
  const read = readable(text);
  if (!isSameSetting(read.value, after))
    return refuse('Ces valeurs ne peuvent pas être écrites dans un fichier.');
  return checkedSize(Buffer.from(text, 'utf8'));
}

function checkedSize(bytes: Uint8Array): Uint8Array {
  return bytes.length > MAX_SETTINGS_BYTES ? refuse('Ce fichier dépasserait 256 Ko.') : bytes;
}

/** A settings file that can be edited, read. */
interface Readable {
  readonly text: string;
  readonly mapping: YamlMapping;
  readonly value: unknown;
}

function tryRead(text: string): Readable | null {
  const mapping = readYamlMapping(text);
  if (mapping.kind !== 'mapping') return null;
  const values = plainValues(mapping.map, mapping.aliases);
  return values === null ? null : { text, mapping, value: values.value };
}

function readable(text: string): Readable {
  return tryRead(text) ?? refuse(UNREADABLE);
}

interface Context {
  readonly before: unknown;
  readonly lineEnd: string;
}

function withOneChange(file: Readable, asked: SettingChange, { before, lineEnd }: Context): Readable {
  const { text, mapping, value } = file;
  const change = withFinalNewline(asked, { before, written: value });
  const wanted = withChange(value, change);
  if (isSameSetting(value, wanted)) return file;
  for (const candidate of candidates({ text, root: mapping.map, lineEnd }, change, wanted)) {
    const after = candidate === null ? null : tryRead(candidate);
    if (after !== null && isSameSetting(after.value, wanted)) return after;
  }
  const name = change.path.map(String).join('.');
  return refuse(
    `Le champ « ${name} » de ce fichier est écrit d’une façon qui ne peut pas être changée sans risque.`,
  );
}

/** A text whose last line end its schema takes away (`notice: |`) keeps it in the file. */
function withFinalNewline(
  change: SettingChange,
  { before, written }: { readonly before: unknown; readonly written: unknown },
): SettingChange {
  if (change.kind !== 'set' || typeof change.value !== 'string' || change.value.endsWith('\n')) return change;
  const old = settingAt(written, change.path);
  const shown = settingAt(before, change.path);
  const isTrimmed = typeof old === 'string' && old.endsWith('\n') && typeof shown === 'string';
  return isTrimmed && !shown.endsWith('\n') && change.value !== ''
    ? { ...change, value: `${change.value}\n` }
    : change;
}
