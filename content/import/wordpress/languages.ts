import type { ImportNote } from '../imported.ts';
import type { WxrItem } from './wxr.ts';

/** What Polylang and WPML say of texts in several languages. */
export interface Languages {
  /** That a text is in another language than most: it becomes an article like those. */
  readonly notesOn: (item: WxrItem) => readonly ImportNote[];
  /** Of how many texts translations are known. */
  readonly translated: number;
}

/** Learns the languages of an export, text by text. */
export function createLanguages() {
  const texts = new Map<string, number>();
  const groups = new Map<string, number>();
  const countIn = (counts: Map<string, number>, name: string): void => {
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  return {
    learn(item: WxrItem): void {
      countIn(texts, languageOf(item));
      countIn(groups, groupOf(item));
    },
    known(): Languages {
      const [[main] = ['']] = [...texts].sort(([, a], [, b]) => b - a);
      return {
        notesOn(item) {
          const language = languageOf(item);
          return language === '' || language === main ? [] : [{ kind: 'language', what: language }];
        },
        translated: [...groups.values()].filter((count) => count > 1).length,
      };
    },
  };
}

function languageOf({ terms, meta }: WxrItem): string {
  const term = terms.find(({ taxonomy }) => taxonomy === 'language');
  return term?.name ?? meta.get('_wpml_import_language_code')?.trim() ?? '';
}

/** What the translations of one text have in common. */
function groupOf({ terms, meta }: WxrItem): string {
  const term = terms.find(({ taxonomy }) => taxonomy === 'post_translations');
  return term?.slug ?? meta.get('_wpml_import_translation_group')?.trim() ?? '';
}
