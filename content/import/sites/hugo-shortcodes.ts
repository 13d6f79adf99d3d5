import { capitalized } from '../../model/post-words.ts';
import { rowsOf, textAt, valueAt } from '../front-matter.ts';
import type { ImportNote, Translated } from '../imported.ts';
import { matchesName, type Place } from './site.ts';
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
  replaceMarks,
  shownIn,
  titleOf,
  withoutHeadingAttributes,
  withoutUnknownLinks,
} from './template-marks.ts';

/** A shortcode's brackets, `{{< name … >}}` or `{{% /name %}}`, and those that are shown as they are, with a comment inside. */
const MARK: MarkSyntax = {
  begins: /\{\{([<%])(\/\*)?\s*(\/)?\s*([\w./-]*)/g,
  ends: () => ['>}}', '%}}'],
};
/** Buttons, and those that hold code as it is, in Hugo and in themes: nothing in it is Markdown, HTML or a shortcode. */
const BLOCK =
  /\{\{[<%]\s*(button|highlight|code(?:-?(?:block|toggle))?|prism)\b((?:"[^"]{0,4000}"|`[^`]{0,4000}`|[^"`<>%{}]){0,4000})[>%]\}\}/g;

/**
 * A body with the shortcodes of Hugo itself, and the usual ones of themes, as Markdown. What stands between the brackets of others stays,
 * and so do the brackets of those that hold nothing. Nothing is run.
 */
export function translateHugo(body: string, place: Place): Translated {
  const notes: ImportNote[] = [];
  const highlighted = withBlocks(body, place);
  const isCode = fencedRanges(highlighted);
  const closed = new Set<string>();
  replaceMarks(highlighted, MARK, ({ match: [, , , closing, name = ''], whole }) => {
    if (closing !== undefined) closed.add(name);
    return whole;
  });
  const markdown = replaceMarks(highlighted, MARK, (mark) => {
    const { match, whole, written, at } = mark;
    const [, , shown, closing, name = ''] = match;
    if (shown !== undefined)
      return whole.replace(/^(\{\{[<%])\/\*/, '$1').replace(/\*\/\s*([>%]\}\})$/, '$1');
    if (name === '' && closing === undefined) return whole;
    if (isCode(at) && !REFERENCES.has(name)) return whole;
    if (closing !== undefined) return '';
    const args = readArguments(written.replace(/\/\s{0,9}$/, ''));
    const result = translated({ name, args, isPaired: closed.has(name) }, place);
    if (result !== null) {
      notes.push(...result.notes);
      return result.markdown;
    }
    const shownHere = pictureOf(args) ?? (closed.has(name) ? titleOf(args) : null);
    notes.push({ kind: shownHere === null ? 'mark' : 'shortcode', what: name });
    return shownHere === null ? markLeftIn(place, mark) : shownIn(place, shownHere);
  });
  return { markdown: withoutAttributes(withoutUnknownLinks(markdown)), notes };
}

/**
 * What stands between the brackets of those that hold code, as fenced code below its title, and of buttons, as links; what is fenced within
 * already stays.
 */
function withBlocks(body: string, place: Place): string {
  const isFenced = fencedRanges(body);
  const ends = ([, name = '']: RegExpExecArray) =>
    new RegExp(String.raw`\{\{[<%]\s*/\s*${name}\s*[>%]\}\}`, 'g');
  return replaceBlocks(body, BLOCK, ends, (begin, inside, whole) => {
    const [, name = '', written = ''] = begin;
    if (isFenced(begin.index) || /^[ \t]*(?:```|~~~)/m.test(inside)) return whole;
    const args = readArguments(written);
    const made = name === 'button' ? button(args, inside, place) : codeBlock(name, args, inside);
    return made === null ? whole : shownIn(place, made);
  });
}

function codeBlock(name: string, args: Arguments, code: string): string {
  // What else Hugo's own is given are settings of lines.
  const title = name === 'highlight' ? '' : titleOf(args);
  return title + fencedMarkdown(code, languageOf(name, args));
}

/** A button as a link; null where it does not say where it leads, or under which words. */
function button(args: Arguments, inside: string | null, { addressOfText }: Place): string | null {
  const text = argument(args, 'relref', 'ref');
  const address = text === null ? argument(args, 'href', 'url', 'link', 0) : addressOfText(text);
  const words = (inside ?? argument(args, 'text', 'label', 'title') ?? '').trim();
  if (address === null || words === '' || !/^(?:https?:\/\/|mailto:|[/.#])[^\s<>()]*$/.test(address))
    return null;
  return /\n[ \t]*\n|\]\(/.test(words) ? null : `[${words}](${address})`;
}

function languageOf(name: string, args: Arguments): string {
  const stated = argument(args, 'lang', 'language', 'codelang', 'type', ...(name === 'highlight' ? [0] : []));
  const ofFile = /\.(\w{1,10})$/.exec(argument(args, 'file') ?? '')?.[1];
  return stated ?? ofFile ?? '';
}

const REFERENCES = new Set(['ref', 'relref']);
const FIGURES = new Set(['figure', 'img', 'image', 'picture']);

interface Shortcode {
  readonly name: string;
  readonly args: Arguments;
  readonly isPaired: boolean;
}

function translated(shortcode: Shortcode, place: Place): Translated | null {
  const { name, args } = shortcode;
  if (REFERENCES.has(name)) return reference(args, place);
  if (name === 'param') return parameter(args, place);
  const made = shownBy(shortcode, place);
  return made === null ? null : { ...made, markdown: shownIn(place, made.markdown) };
}

function shownBy({ name, args, isPaired }: Shortcode, place: Place): Translated | null {
  if (FIGURES.has(name)) return figure(args, isPaired);
  if (name === 'gallery') return gallery(args, place);
  if (name === 'details') return plain(titleOf(args));
  if (name === 'button') {
    const link = button(args, null, place);
    return link === null ? null : plain(link);
  }
  const isBox = isPaired && (BOX.test(name) || BOX_KIND.test(name));
  return isBox ? plain(boxTitle(name, args)) : playedMarkdown(name, args);
}

function figure(args: Arguments, isPaired: boolean): Translated | null {
  const src = argument(args, 'src', 'url', 'path', 'image', 'file', 0);
  if (src === null || isPaired) return null;
  const [title, said, attr] = ['title', 'caption', 'attr'].map((name) => argument(args, name));
  const source = argument(args, 'attrlink');
  const words = [title, said, attr == null || source === null ? attr : `[${attr}](${source})`].filter(
    (text) => text != null,
  );
  const caption = words.length === 0 ? argument(args, 2) : [...new Set(words)].join(' – ');
  return plain(
    pictureMarkdown({ src, alt: argument(args, 'alt', 1), caption, link: argument(args, 'link') }),
  );
}

/** The pictures beside the text that a theme shows by a pattern of names. */
function gallery(args: Arguments, { text, filesBeside }: Place): Translated | null {
  const pattern = argument(args, 'match') ?? args.positional.find((written) => written.includes('*'));
  const names = pattern === undefined ? [] : filesBeside(pattern).filter((name) => PICTURE_FILE.test(name));
  const resources = rowsOf(valueAt(text.fields, 'resources'));
  const shown = names.map((src) => {
    const alt = resources
      .filter((resource) => matchesName(textAt(resource, 'src') ?? '', src))
      .map((resource) => textAt(resource, 'title'));
    return pictureMarkdown({ src, alt: alt[0]?.replace(/\s*:counter/g, '') ?? null, caption: null });
  });
  return shown.length === 0 ? null : plain(`\n\n${shown.join('\n\n')}\n\n`);
}

/** What the front matter or the settings say under a name. */
function parameter(args: Arguments, { text, site }: Place): Translated | null {
  const name = (argument(args, 0, 'name') ?? '').toLowerCase();
  const own = [name, `params.${name}`];
  const value = textAt(text.fields, ...own) ?? textAt(site.data, `params.${name}`, name);
  return name === '' || value === null ? null : plain(value);
}

/** Hugo itself stops at a reference that leads nowhere: here it stays as it was written, and is said. */
function reference(args: Arguments, { addressOfText }: Place): Translated {
  const [written = '', anchor] = (argument(args, 'path', 0) ?? '').split('#');
  const address = written === '' ? '' : addressOfText(written);
  const part = anchor === undefined ? '' : `#${anchor}`;
  return address === null
    ? { markdown: written + part, notes: [{ kind: 'link', what: written }] }
    : plain(address + part);
}

/** Boxes of themes, by their names and by their kinds. */
const BOX = /^(?:notice|admonition|alert|callout|hint)$/;
const BOX_KIND = /^(?:note|info|tip|warning|caution|danger|important|success|error)$/i;

/** The title of a box, or its kind where it has none, as of boxes of other systems. */
function boxTitle(name: string, args: Arguments): string {
  const given = [name, argument(args, 'type', 'style', 'level'), argument(args, 0)];
  const kind = given.find((word) => BOX_KIND.test(word ?? '')) ?? '';
  return titleOf(args) || (kind === '' ? '' : `**${capitalized(kind)}**\n\n`);
}

/** Attributes of headings and blocks, `{#id .class}`, are no words. */
function withoutAttributes(markdown: string): string {
  return changeProse(withoutHeadingAttributes(markdown), (prose) =>
    prose.replace(/^\{[.#][^{}\n]*\}[ \t]*$/gm, '').replace(/^[ \t]*<!--[ \t]*more[ \t]*-->[ \t]*$/gim, ''),
  );
}
