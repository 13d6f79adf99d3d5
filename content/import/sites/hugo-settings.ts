import { type ExportTree, readText } from '../export-tree.ts';
import {
  type Fields,
  flagAt,
  isFields,
  listAt,
  type Plain,
  readData,
  rowsOf,
  textAt,
  valueAt,
} from '../front-matter.ts';
import { type Clock, clockOf } from './dates.ts';
import { originOf } from './permalinks.ts';

/** What the settings of a Hugo site say of where its texts are, and of their languages. */
export interface Context {
  readonly config: Fields;
  readonly base: string;
  /** By language, '' included. */
  readonly clocks: ReadonlyMap<string, Clock | null>;
  readonly mainSections: readonly string[];
  /** Whether articles stand in no folder: more texts are at the top than below it. */
  readonly isFlat: boolean;
  /** The folders of the export that hold texts, with their final `/`. */
  readonly contentFolders: readonly string[];
  /** The language of a text, the prefix of its addresses, and its path inside the content folder; null for what is in none. */
  languageOf(
    path: string,
  ): { readonly name: string; readonly prefix: string; readonly inside: string } | null;
}

/** The settings of a site, from one file or from a folder of them. */
export async function readConfig(tree: ExportTree): Promise<Fields> {
  let config: Record<string, Plain> = {};
  /** What `menus.fr.toml` and `languages.fr.toml` say of one language. */
  const of = new Map<string, Record<string, Plain>>();
  for (const [path, file] of tree.files) {
    const match = /^(?:(?:hugo|config)|config\/_default\/([\w.-]+?))\.(toml|ya?ml|json)$/.exec(path);
    const text = match === null ? null : await readText(file);
    if (match === null || text === null) continue;
    const fields = readData(path, text) ?? {};
    const [key = 'config', language] = match[1]?.split('.') ?? [];
    const isWhole = key === 'hugo' || key === 'config';
    if (language === undefined) config = isWhole ? { ...config, ...fields } : { ...config, [key]: fields };
    else {
      const own = isWhole || key === 'languages' ? fields : { [key]: fields };
      of.set(language.toLowerCase(), { ...of.get(language.toLowerCase()), ...own });
    }
  }
  if (of.size === 0) return config;
  const stated = valueAt(config, 'languages');
  const languages = new Map(Object.entries(isFields(stated) ? stated : {}));
  for (const [language, fields] of of) {
    const known = languages.get(language);
    languages.set(language, { ...(isFields(known) ? known : {}), ...fields });
  }
  return { ...config, languages: Object.fromEntries(languages) };
}

export function contextOf(config: Fields): Omit<Context, 'isFlat'> {
  const languages = valueAt(config, 'languages');
  const names = isFields(languages) ? Object.keys(languages) : [];
  const main = (textAt(config, 'defaultcontentlanguage') ?? 'en').toLowerCase();
  const prefixed = flagAt(config, 'defaultcontentlanguageinsubdir') === true;
  const below = (folder: string): string => `${folder.replace(/^(?:\.?\/)+|\/$/g, '')}/`;
  const folders = [
    ...names.flatMap((name) => {
      const folder = textAt(config, `languages.${name}.contentdir`);
      return folder === null ? [] : [{ name, folder: below(folder), at: '' }];
    }),
    ...mountsOf(config).map(({ source, at, language }) => ({
      name: language?.toLowerCase() ?? main,
      folder: below(source),
      at,
    })),
  ];
  const content = below(textAt(config, 'contentdir') ?? 'content');
  const prefixOf = (name: string): string => (name === main && !prefixed ? '' : `/${name}`);
  return {
    config,
    base: originOf(textAt(config, 'baseurl')).base,
    contentFolders: [...new Set([...folders.map(({ folder }) => folder), content])],
    clocks: new Map(
      ['', ...names].map((name) => [name, clockOf(textAt(config, `languages.${name}.timezone`, 'timezone'))]),
    ),
    mainSections: listAt(config, 'mainsections', 'params.mainsections'),
    languageOf(path) {
      const own = folders.find(({ folder }) => path.startsWith(folder));
      if (own !== undefined)
        return { name: own.name, prefix: prefixOf(own.name), inside: own.at + path.slice(own.folder.length) };
      if (!path.startsWith(content)) return null;
      const inside = path.slice(content.length);
      const ending = /\.([a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3})\.[a-z]+$/i.exec(inside)?.[1]?.toLowerCase();
      if (ending === undefined || !(names.includes(ending) || ending === main))
        return { name: main, prefix: names.includes(main) ? prefixOf(main) : '', inside };
      return {
        name: ending,
        prefix: prefixOf(ending),
        inside: inside.replace(/\.[a-z0-9-]+(\.[a-z]+)$/i, '$1'),
      };
    },
  };
}

/** Folders that the settings show as the content, or as a part of it: `content/en` as `content`. */
function mountsOf(config: Fields) {
  return rowsOf(valueAt(config, 'module.mounts')).flatMap((mount) => {
    const at = /^content(?:\/(.*))?$/.exec(textAt(mount, 'target') ?? '');
    const source = textAt(mount, 'source');
    if (at === null || source === null || source.startsWith('..')) return [];
    const part = (at[1] ?? '').replace(/\/$/, '');
    return [
      {
        source,
        at: part === '' ? '' : `${part}/`,
        language: textAt(mount, 'lang', 'sites.matrix.languages'),
      },
    ];
  });
}
