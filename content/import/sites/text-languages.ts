import { textAt } from '../front-matter.ts';
import type { ImportNote } from '../imported.ts';
import type { MarkdownSite } from './site.ts';
import type { SiteText } from './site-text.ts';

/** Codes of languages that sites name their folders by; others, such as `ai` or `js`, are subjects. */
const CODES =
  /^(?:ar|ca|cs|da|de|el|en|es|eu|fi|fr|he|hu|id|it|ja|ko|nb|nl|pl|pt|ro|ru|sv|th|tr|uk|vi|zh)(?:[-_][a-z]{2,4})?$/;

export function isLanguage(name: string): boolean {
  return CODES.test(name.toLowerCase());
}

/**
 * Says of the texts of a site of several languages which are in another one than its main one, else than most: they become texts like
 * those. A language is told by front matter, or by a folder or an ending of the file's name (`en/titre.md`, `titre.en.md`).
 */
export function languageNotes({ texts, data }: MarkdownSite): (text: SiteText) => readonly ImportNote[] {
  const known = new Map(texts.map((text) => [text, languageOf(text)]));
  const counts = new Map<string, number>();
  for (const language of known.values()) counts.set(language, (counts.get(language) ?? 0) + 1);
  // A lone folder of that name is rather of computers than of Italians.
  const isTold = counts.size > 1 && !(counts.size === 2 && counts.has('') && counts.has('it'));
  const stated =
    textAt(data, 'defaultcontentlanguage', 'site.default_lang', 'site.lang')?.toLowerCase() ?? '';
  const [[most] = ['']] = [...counts].sort(([, a], [, b]) => b - a);
  const main = counts.has(stated) ? stated : most;
  return (text) => {
    const language = known.get(text) ?? '';
    return !isTold || language === '' || language === main ? [] : [{ kind: 'language', what: language }];
  };
}

function languageOf({ file, fields }: SiteText): string {
  const stated = textAt(fields, 'lang', 'language', 'locale')?.trim().toLowerCase() ?? '';
  if (isLanguage(stated)) return stated;
  const names = file.path.toLowerCase().split('/');
  const ending = /\.([^.]+)\.[a-z]+$/.exec(names.pop() ?? '')?.[1];
  return [ending ?? '', ...names].find(isLanguage) ?? '';
}
