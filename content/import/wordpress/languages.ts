import type { ImportNote } from '../imported.ts';
import type { WxrItem } from './wxr.ts';

/** What Polylang and WPML say of texts in several languages. */
export interface Languages {
  /** That a text is in another language than most: it becomes an article like those. */
  readonly notesOn: (item: WxrItem) => readonly ImportNote[];
  /** The folders that addresses name them by. */
  readonly inAddresses: readonly string[];
  /** Of how many texts translations are known. */
  readonly translated: number;
  /** Of how many texts WPML was there to say the language, and nothing of the export does. */
  readonly unsaid: number;
}

/** Learns the languages of an export, text by text. */
export function createLanguages() {
  const stated = new Map<string, number>();
  const inAddresses = new Map<string, number>();
  const groups = new Map<string, number>();
  let traced = 0;
  const countIn = (counts: Map<string, number>, name: string): void => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  return {
    learn(item: WxrItem): void {
      const [language, group] = [statedLanguage(item), groupOf(item)];
      if (language !== '') countIn(stated, language);
      if (group !== '') countIn(groups, group);
      countIn(inAddresses, addressLanguage(item));
      if (isTraced(item)) traced += 1;
    },
    known(): Languages {
      const isTold = stated.size === 0 && traced > 0 && inAddresses.size > 1;
      const [[main] = ['']] = [...(isTold ? inAddresses : stated)].sort(([, a], [, b]) => b - a);
      return {
        notesOn(item) {
          const language = isTold ? addressLanguage(item) : statedLanguage(item);
          return language === '' || language === main ? [] : [{ kind: 'language', what: language }];
        },
        inAddresses: stated.size + traced === 0 ? [] : [...inAddresses.keys()].filter(Boolean),
        translated: [...groups.values()].filter((count) => count > 1).length,
        unsaid: stated.size > 0 || isTold ? 0 : traced,
      };
    },
  };
}

function statedLanguage({ terms, meta }: WxrItem): string {
  const term = terms.find(({ taxonomy }) => taxonomy === 'language');
  return term?.name ?? meta.get('_wpml_import_language_code')?.trim() ?? '';
}

/** WPML keeps languages in a table that no export has; the addresses of all but the main one name them: `/en/titre/`, `?lang=en`. */
function addressLanguage(item: WxrItem): string {
  const link = item.field('link');
  const named = /[?&]lang=([a-z]{2}(?:-[a-z]{2,4})?)(?:&|$)/i.exec(link);
  return (
    (named ?? /^https?:\/\/[^/]+\/([a-z]{2}(?:-[a-z]{2,4})?)\/[^/]/i.exec(link))?.[1]?.toLowerCase() ?? ''
  );
}

/** Whether WPML left something of its own with a text. */
function isTraced({ terms, meta }: WxrItem): boolean {
  return (
    terms.some(({ taxonomy }) => taxonomy === 'translation_priority') ||
    [...meta.keys()].some((key) => /^_(?:wpml|icl)_/.test(key))
  );
}

/** What the translations of one text have in common. */
function groupOf({ terms, meta }: WxrItem): string {
  const term = terms.find(({ taxonomy }) => taxonomy === 'post_translations');
  return term?.slug ?? meta.get('_wpml_import_translation_group')?.trim() ?? '';
}

/** qTranslate keeps all languages of a text in one: `[:fr]Bonjour[:en]Hello[:]`, in its first years `<!--:fr-->Bonjour<!--:-->`. */
const IN_ONE = /^\s*(?:\[:[a-z]{2}\]|<!--:[a-z]{2}-->)/;
const MARK = /\[:(?:[a-z]{2})?\]|<!--:(?:[a-z]{2})?-->/g;

/** A text of qTranslate with its languages one after the other. */
export function everyLanguage(text: string): string {
  return IN_ONE.test(text) ? text.replace(MARK, '\n\n') : text;
}

/** What a text of qTranslate says in French, else in the language that stands first. */
export function oneLanguage(text: string): string {
  if (!IN_ONE.test(text)) return text;
  const marks = [...text.matchAll(MARK)];
  const said = marks.map(({ 0: mark, index }, at) => ({
    isFrench: mark.includes(':fr'),
    words: text.slice(index + mark.length, marks[at + 1]?.index),
  }));
  return (said.find(({ isFrench }) => isFrench) ?? said[0])?.words ?? text;
}
