import type { ImportNote, Translated } from '../imported.ts';
import { changeProse, replaceInProse } from './template-marks.ts';

/** What Logseq notes of a block for itself, on a line of its own; of the line that begins an item, the sign of the item stays. */
const PROPERTY = /^([ \t]*)(-[ \t]+)?(?:id|collapsed|created-at|updated-at|logseq\.[\w.-]+)::[^\n]*(\n|$)/gm;
/** `[mots]([[Note]])`, as `[[Note|mots]]`. */
const NAMED = /\[([^[\]\n]{1,300})\]\(\[\[([^[\]\n]{1,300})\]\]\)/g;
/** A block by its number, under words or not. */
const BLOCK = /\[([^[\]\n]{1,300})\]\(\(\([\da-f-]{36}\)\)\)|\(\(([\da-f-]{36})\)\)/g;
/** What is drawn where it stands, `{{query …}}`; films and messages have their address. */
const DRAWN = /\{\{\s?([a-z-]{1,30})([^{}\n]{0,500})\}\}/gi;

/** A page of Logseq as the Markdown that its reader sees. */
export function blocksAsText(body: string): Translated {
  const notes: ImportNote[] = [];
  const stated = changeProse(body, (prose) =>
    prose
      .replace(PROPERTY, (_, blanks: string, item: string | undefined, end: string) =>
        item === undefined ? '' : blanks + item + end,
      )
      .replace(NAMED, '[[$2|$1]]'),
  );
  const named = replaceInProse(stated, BLOCK, ([, words, block = '']) => {
    if (words === undefined) notes.push({ kind: 'link', what: block });
    return words ?? '';
  });
  const markdown = replaceInProse(named, DRAWN, ([, name = '', given = '']) => {
    // Words that a reader is to guess first.
    if (name === 'cloze') return given.trim();
    const address = /https?:\/\/[^\s<>]+/.exec(given)?.[0];
    const page = /\[\[[^[\]]+\]\]/.exec(given)?.[0];
    if (address === undefined && page === undefined) notes.push({ kind: 'shortcode', what: name });
    return address === undefined ? (page ?? '') : `<${address}>`;
  });
  return { markdown, notes };
}
