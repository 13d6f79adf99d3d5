import { readFileText } from './file-text.ts';
import { refuse } from './front-matter-fields.ts';
import { MAX_SETTINGS_BYTES } from './settings-file.ts';
import { changesBetween, isPlainMap, isSameValue, type ValueChange, valueAt } from './value-changes.ts';
import { plainValues, readYamlMapping } from './yaml-document.ts';
import { editYaml, type YamlFile } from './yaml-edit.ts';
import { writeMap } from './yaml-writing.ts';

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
      `Le champ « ${edit.path.join('.')} » de ce fichier est écrit d’une façon qui ne peut pas être changée sans risque.`,
    );
  if (/\p{Surrogate}/u.test(edit.text)) return refuse(HALF_CHARACTER);
  return checkedSize(Buffer.concat([bytes.subarray(0, mark), Buffer.from(edit.text, 'utf8')]));
}

/** How values are written: lists and maps in lines, long texts folded. */
const MANNER = { layout: 'lines', words: [], order: [] } as const;

const UNREADABLE = 'Ce fichier ne se lit pas : corrigez-le d’abord.';
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
