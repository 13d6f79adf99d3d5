import { type Fields, isFields, type Plain, readJson, textAt, valueAt } from '../front-matter.ts';
import type { ImportNote } from '../imported.ts';
import { FORM, type KnownFiles, settingsHtml } from './shown-settings.ts';

/** How much text reusable blocks may add to one text, in characters, and how deep they hold one another: some hold themselves. */
const MAX_ADDED = 1024 * 1024;
const MAX_DEPTH = 5;

/** Blocks that show nothing themselves, or whose words are written beside them. */
const SILENT = new Set([
  'footnotes',
  'more',
  'nextpage',
  'separator',
  'spacer',
  'template-part',
  'pattern',
  'freeform',
]);

const COMMENT = /<!--([\s\S]*?)-->/;
const DELIMITER =
  /^\s{1,9}(\/?)wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)\s{1,9}(\{[\s\S]*\})?\s{0,9}(\/?)$/;

export function hasBlocks(content: string): boolean {
  return content.includes('<!-- wp:');
}

/**
 * A text of WordPress's blocks as plain HTML: reusable blocks in their place, languages on code; what a block makes only when its
 * page is shown is named in the notes.
 */
export function withoutBlocks(
  content: string,
  { files, reusable }: { readonly files: KnownFiles; readonly reusable: ReadonlyMap<string, string> },
): { readonly html: string; readonly notes: readonly ImportNote[] } {
  const missing = new Set<string>();
  let left = MAX_ADDED;

  function convert(text: string, depth: number, stated: Fields = {}): string {
    // What is not closed is no comment, and looked at once.
    const end = text.lastIndexOf('-->') + '-->'.length;
    const pieces = text.slice(0, end).split(COMMENT);
    let next = same;
    const parts = pieces.map((piece, at) => {
      if (at % 2 === 0) {
        if (piece === '') return piece;
        const part = next(piece);
        next = same;
        return part;
      }
      const [, slash, name, json, empty] = DELIMITER.exec(piece) ?? [];
      if (name === undefined || slash === '/') return '';
      const attributes = readJson(json ?? '') ?? {};
      const language = name.includes('code') ? textAt(attributes, 'language') : null;
      if (language !== null) next = (html) => withLanguage(html, language);
      const said = stated[textAt(attributes, 'metadata.name')?.toLowerCase() ?? ''];
      if (said !== undefined) next = (html) => withWords(html, said);
      const own = name.replace(/^core\//, '');
      if (own === 'block') return reused(attributes, depth);
      const shown = own.startsWith('divi/') ? settingsHtml(diviSettings(attributes), files) : '';
      if (shown !== '') return shown;
      const isOfPlugin = own.includes('/') && !FORM.test(own) && valueAt(attributes, 'data') === undefined;
      const words = isOfPlugin ? settingsHtml(attributes, files) : wordsIn(attributes);
      if (empty !== '/') return textAt(attributes, 'paneltitle') === null ? '' : words;
      if (SILENT.has(own)) return '';
      missing.add(own);
      return words;
    });
    return parts.join('') + text.slice(end);
  }

  function reused(attributes: Fields, depth: number): string {
    const text = reusable.get(textAt(attributes, 'ref') ?? '');
    if (text === undefined || depth >= MAX_DEPTH || text.length > left) {
      missing.add('block');
      return '';
    }
    left -= text.length;
    const stated = valueAt(attributes, 'content');
    return convert(text, depth + 1, stated !== undefined && isFields(stated) ? stated : {});
  }

  const html = convert(content, 0);
  return { html, notes: [...missing].map((name) => ({ kind: 'shortcode', what: `bloc ${name}` })) };
}

/** What a block of Divi says, by the names that its shortcodes had before. */
function diviSettings(attributes: Fields): Fields {
  const said = Object.keys(attributes).map(
    (key) => [key, valueAt(attributes, `${key}.innercontent.desktop.value`)] as const,
  );
  return {
    ...Object.fromEntries(said),
    header_level: valueAt(attributes, 'title.decoration.font.font.desktop.value.headinglevel'),
    images: valueAt(attributes, 'image.advanced.galleryids.desktop.value'),
  };
}

/** Words and HTML of fields; numbers, addresses and names of choices (`left`) are not. */
function wordsIn(read: Fields): string {
  const data = valueAt(read, 'data');
  if (data === undefined || !isFields(data)) return '';
  return Object.entries(data)
    .flatMap(([key, value]) => (key.startsWith('_') || typeof value !== 'string' ? [] : [value.trim()]))
    .filter((value) => /\s|^\p{Lu}\p{Ll}/u.test(value) && !/^https?:\S+$/.test(value))
    .map((value) => `\n<p>${value}</p>\n`)
    .join('');
}

function same(html: string): string {
  return html;
}

/** A block of a pattern with what the text says in its place. */
function withWords(html: string, stated: Plain): string {
  const words = stated !== undefined && isFields(stated) ? textAt(stated, 'content') : null;
  return words === null
    ? html
    : html.replace(/^(\s{0,99}<[^<>]{1,999}>)[\s\S]*(?=<\/)/, (_, open: string) => open + words);
}

function withLanguage(html: string, language: string): string {
  const isPlain = /^[\w+#.-]{1,40}$/.test(language);
  return isPlain ? html.replace('<pre', `<pre data-language="${language}"`) : html;
}
