import { isPicture } from '../export-tree.ts';
import { rowsOf, textAt, valueAt } from '../front-matter.ts';
import type { ImportNote, Translated } from '../imported.ts';
import type { Place } from './site.ts';
import { titleOfName } from './site-text.ts';
import {
  type Arguments,
  argument,
  changeProse,
  fencedMarkdown,
  fencedRanges,
  type MarkSyntax,
  markLeftIn,
  PICTURE_FILE,
  pictureMarkdown,
  pictureOf,
  plain,
  playedMarkdown,
  readArguments,
  replaceBlocks,
  replaceInProse,
  replaceMarks,
  shownIn,
  titleOf,
  visibleMark,
  withoutHeadingAttributes,
  withoutUnknownLinks,
} from './template-marks.ts';
import { linkedNames } from './wiki-links.ts';

/**
 * A body with the Liquid and Nunjucks of Jekyll and Eleventy that stands in articles as Markdown: code, links among texts, addresses,
 * pictures, players. Of other tags only the brackets go, or stay visible where they hold the words. Nothing is run.
 */
export function translateLiquid(body: string, place: Place): Translated {
  const notes: ImportNote[] = [];
  const raws: string[] = [];
  const keep = (text: string): string => `\u{F0000}${raws.push(text) - 1}\u{F0001}`;
  let markdown = replaceBlocks(
    body.replace(/[\u{F0000}\u{F0001}]/gu, '').replace(BASE_BEFORE, ''),
    BLOCK,
    ([, name]) => (name === undefined ? /#\}/g : new RegExp(String.raw`\{%-?\s*end${name}\s*-?%\}`, 'g')),
    (begin, inner) => {
      const [, name] = begin;
      if (name === undefined || name === 'comment') return '';
      if (name !== 'highlight') return keep(inner);
      const code = inner.replace(RAW, '');
      return keep(shownIn(place, highlighted(begin, code)));
    },
  );
  const isFenced = fencedRanges(markdown);
  const variables = assignedIn(markdown);
  const closed = new Set([...markdown.matchAll(/\{%-?[ \t]*end([\w-]+)/g)].map(([, name]) => name));
  let loops = 0;
  markdown = replaceMarks(markdown, MARK, (mark) => {
    const { match, whole, written, at } = mark;
    const [, name] = match;
    if (name === 'for' || name === 'tablerow') loops += 1;
    if (name === 'endfor' || name === 'endtablerow') loops = Math.max(0, loops - 1);
    const inside = written.replace(/-$/, '');
    const result = name === undefined ? output(inside, { ...place, variables }) : tag(name, inside, place);
    if (result !== null) {
      notes.push(...result.notes);
      return result.markdown;
    }
    if (name !== undefined && SILENT.test(name)) return '';
    // What is written in a loop stands for what nobody wrote.
    const isInLoop = name === undefined && loops > 0;
    const stays = isFenced(at) || !(isInLoop || closed.has(name));
    notes.push({ kind: stays ? 'mark' : 'shortcode', what: name ?? inside.trim().slice(0, 60) });
    if (stays) return isFenced(at) ? whole : markLeftIn(place, mark);
    return isInLoop ? '' : shownIn(place, titleOf(readArguments(inside)));
  });
  markdown = markdown.replace(
    /\u{F0000}(\d+)\u{F0001}/gu,
    (_whole, index: string) => raws[Number(index)] ?? '',
  );
  // Gardens of notes name their texts; where no text is called so, the brackets are words.
  const prose = withoutKramdown(withoutUnknownLinks(markdown));
  const bold = place.site.site.system === 'jekyll' ? replaceInProse(prose, STRONG, strong) : prose;
  const linked = changeProse(bold, (part) => linkedNames(part, place, ({ whole }) => whole));
  return { markdown: linked, notes };
}

/** `{% name … %}` and `{{ … }}`. */
const MARK: MarkSyntax = {
  begins: /\{%-?\s*([\w-]+)|\{\{-?/g,
  ends: ([, name]) => (name === undefined ? ['}}'] : ['%}']),
  never: ([, name]) => (name === undefined ? '{}' : ''),
};
/** What no mark is read in: code and comments, up to the end of each. */
const BLOCK = /\{%-?\s*(raw|verbatim|comment|highlight)\b([^%]{0,1000})%\}|\{#(?=\s)/g;
const RAW = /\{%-?\s*(?:end)?(?:raw|verbatim)\s*-?%\}/g;

function languageOf([, , given = '']: RegExpExecArray): string {
  return /^\s*["']?([\w+#.-]+)/.exec(given)?.[1] ?? '';
}

/** Code in Markdown; within a line of words as a part of that. */
function highlighted(begin: RegExpExecArray, code: string): string {
  const { input, index } = begin;
  const isInLine = /\S/.test(input.slice(input.lastIndexOf('\n', index) + 1, index));
  return isInLine && !code.trim().includes('\n')
    ? visibleMark(code)
    : fencedMarkdown(code, languageOf(begin));
}

/** Jekyll's older versions made such addresses without what they begin with here. */
const BASE_BEFORE = /\{\{-?\s*site\.baseurl\s*-?\}\}(?=\{%-?\s*(?:post_url|link)\s)/g;

/** What `{% assign name = "…" %}` says, by name. */
function assignedIn(markdown: string): ReadonlyMap<string, string> {
  const assigned = markdown.matchAll(
    /\{%-?[ \t]*(?:assign|set)[ \t]+(\w+)[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)')[ \t]*-?%\}/g,
  );
  return new Map(
    [...assigned].map(([, name = '', double, single]) => [name.toLowerCase(), double ?? single ?? '']),
  );
}

/** Tags that hold no words: what is between them stays. */
const SILENT =
  /^(?:end\w*|if|elsif|elseif|elif|else|unless|for|case|when|assign|set|capture|increment|decrement|cycle|break|continue|liquid|css|js|toc|block|extends|tablerow|cache|spaceless|markdown|filter)$/;

const REFERENCES = new Set(['post_url', 'ref', 'relref', 'link']);
const INCLUDES = new Set(
  'include include_relative include_cached render image figure img asset_img'.split(' '),
);

function tag(name: string, written: string, place: Place): Translated | null {
  if (REFERENCES.has(name)) return reference(written.trim(), place);
  const args = readArguments(written);
  if (name === 'post_link') return postLink(args, place);
  // What a condition or a loop is given stands for what nobody wrote.
  if (SILENT.test(name)) return null;
  const shown = INCLUDES.has(name)
    ? included(args, place)
    : (playedMarkdown(name, args) ?? picture(args, place));
  return shown === null ? null : { ...shown, markdown: shownIn(place, shown.markdown) };
}

function reference(written: string, { addressOfText, site }: Place): Translated | null {
  const name = written.replace(/^["']|["']$/g, '');
  const address =
    addressOfText(name) ?? addressOfText(`_posts/${name}`) ?? addressOfText(name.replace(/^.*\//, ''));
  if (address !== null) return plain(address);
  const [file] = site.addressesOf(name.replace(/^\//, ''));
  return file === undefined || !/\.\w+$/.test(name)
    ? { markdown: name, notes: [{ kind: 'link', what: name }] }
    : plain(file);
}

/** An include is a theme's: those that show one picture or one player are told by what they are given. */
function included(args: Arguments, place: Place): Translated | null {
  if (/^gallery(?:\.html)?$/.test(args.positional[0] ?? '')) return gallery(args, place);
  const [file = '', ...positional] = args.positional;
  const service = /(youtube|vimeo)/i.exec(file)?.[1]?.toLowerCase() ?? argument(args, 'provider') ?? '';
  return picture(args, place) ?? playedMarkdown(service, { ...args, positional });
}

/** The picture that a tag shows: plugins look for it by the end of its path. */
function picture({ positional, named }: Arguments, { addressOfFile }: Place): Translated | null {
  const found = (value: string): string =>
    (PICTURE_FILE.test(value) && /^\w/.test(value) ? addressOfFile(value) : null) ?? value;
  const shown = pictureOf({
    positional: positional.map(found),
    named: new Map([...named].map(([name, value]) => [name, found(value)])),
  });
  return shown === null ? null : plain(shown);
}

/** The pictures that the text's own field lists, as Minimal Mistakes shows them. */
function gallery(args: Arguments, { text }: Place): Translated {
  const rows = rowsOf(valueAt(text.fields, argument(args, 'id')?.toLowerCase() ?? 'gallery'));
  const pictures = rows.flatMap((row) => {
    const src = [textAt(row, 'url') ?? '', textAt(row, 'image_path') ?? ''].find(isPicture);
    return src === undefined
      ? []
      : [pictureMarkdown({ src, alt: textAt(row, 'alt'), caption: textAt(row, 'title') }).trim()];
  });
  const caption = argument(args, 'caption');
  return plain([...pictures, ...(caption === null ? [] : [caption])].join('\n\n'));
}

/** Hexo's link to another text, under words of its own or the name of that. */
function postLink(
  { positional: [name = '', words = titleOfName(name)] }: Arguments,
  place: Place,
): Translated | null {
  const found = reference(name, place);
  return found?.notes.length === 0 ? plain(`[${words}](${found.markdown})`) : found;
}

interface Named extends Place {
  /** What the text itself gives a name to. */
  readonly variables: ReadonlyMap<string, string>;
}

/** What `{{ … }}` writes, where it is an address, a setting or a field of the text itself. */
function output(expression: string, place: Named): Translated | null {
  const [value = '', ...filters] = expression.split('|').map((part) => part.trim());
  const said = valueOf(value, place);
  if (said === null) return /^(?:content|toc|collections?\.)/.test(value) ? plain('') : null;
  let written = said;
  for (const filter of filters) {
    const [, name = '', given = ''] = /^([\w-]+)(?:[ \t]*[:(][ \t]*(.*?)\)?)?$/s.exec(filter) ?? [];
    const argument = valueOf(given.trim(), place) ?? '';
    if (/^(?:relative_url|absolute_url|url)$/.test(name)) {
      if (written.startsWith('/') && !written.startsWith(`${place.site.base}/`))
        written = place.site.base + written;
    } else if (name === 'prepend') written = argument + written;
    else if (name === 'append') written += argument;
    else if (name === 'default') written = written === '' ? argument : written;
  }
  return plain(written);
}

/** Null for what only the generator knows. */
function valueOf(value: string, { text, site, variables }: Named): string | null {
  const quoted = /^(["'])(.*)\1$/s.exec(value)?.[2];
  if (quoted !== undefined) return quoted;
  if (/^site\.(?:baseurl|root)$/.test(value)) return site.base;
  if (value === 'site.url') return site.site.origin ?? '';
  if (/^(?:page\.)?title$/.test(value)) return text.described.title;
  if (/^page\.(?:url|permalink)$/.test(value)) return text.described.addresses[0] ?? '';
  const path = value.toLowerCase();
  if (!/^[\w-]+(?:\.[\w-]+)*$/.test(path)) return null;
  const assigned = variables.get(path);
  if (assigned !== undefined) return assigned;
  const own = textAt(text.fields, path.replace(/^page\./, ''));
  return own ?? textAt(site.data, path);
}

/** `**Note :**mot`: to kramdown what ends with a sign is marked though a word follows, to others it is not. */
const STRONG = /(?<![*\w\\])\*\*(?=[^\s*])([^*`\n]{1,300}[^\s*\p{L}\p{N}])\*\*(?=[\p{L}\p{N}])/gu;

function strong([, words = '']: RegExpExecArray): string {
  return `<strong>${words}</strong>`;
}

/** Attributes of kramdown, `{: .class #id}`, are no words; nor is the list that it makes of the headings. */
function withoutKramdown(markdown: string): string {
  if (!/\{:|\{#|<!--\s*more/i.test(markdown)) return markdown;
  const plain = replaceInProse(
    markdown,
    /^[ \t]*[*+-][^\n]*\n\{:\s*toc[^}\n]*\}[ \t]*$|\{::?[^{}\n`]*\/?\}|^[ \t]*<!--[ \t]*more[ \t]*-->[ \t]*$/gim,
    () => '',
  );
  return withoutHeadingAttributes(plain);
}
