import { type Fields, isFields, itemsOf, textAt, valueAt } from '../front-matter.ts';
import { matchesName } from './site.ts';

/** A text as a cascade knows it. */
export interface Place {
  /** Inside the content, without an ending: `posts/mer/index`. */
  readonly inside: string;
  readonly language: string;
}

/** Values that a section, or the settings, give to all texts below (https://gohugo.io/configuration/cascade/). */
interface Cascade {
  /** '' or with its final `/`. */
  readonly folder: string;
  /** Null for all. */
  readonly language: string | null;
  readonly fields: Fields;
}

/** The cascades that front matter or settings state, the one that says most last. */
export function cascadesOf(fields: Fields, at: Pick<Cascade, 'folder' | 'language'>): readonly Cascade[] {
  const stated = valueAt(fields, 'cascade');
  return [stated, ...itemsOf(stated)]
    .filter(isFields)
    .map((own) => ({ ...at, fields: own }))
    .toReversed();
}

/** The fields that a text has from those above it: of two that say one thing, the nearer one says it. */
export function cascadedFields(cascades: readonly Cascade[], place: Place): Fields {
  const own = cascades
    .filter((cascade) => reaches(cascade, place))
    .toSorted((a, b) => a.folder.length - b.folder.length);
  const { target: _, _target, ...fields } = Object.assign({}, ...own.map((one) => one.fields)) as Fields;
  return fields;
}

function reaches({ folder, language, fields }: Cascade, place: Place): boolean {
  const isBelow = `${place.inside}/`.startsWith(folder) && [null, place.language].includes(language);
  const target = valueAt(fields, 'target') ?? valueAt(fields, '_target');
  if (!isBelow || !isFields(target)) return isBelow;
  const parts = place.inside.toLowerCase().split('/');
  const isList = parts.at(-1) === '_index';
  const path = (/^_?index$/.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts).join('/');
  const stated = (name: string) => textAt(target, name)?.toLowerCase() ?? null;
  return (
    matchesName(stated('path') ?? '**', path) &&
    matchesName(stated('kind') ?? '**', isList ? (path === '' ? 'home' : 'section') : 'page') &&
    matchesName(stated('lang') ?? '**', place.language) &&
    matchesName(stated('environment') ?? '**', 'production')
  );
}
