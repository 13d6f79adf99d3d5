import type { Element, ElementContent } from 'hast';
import {
  attribute,
  classes,
  element,
  elementIn,
  elementsIn,
  isBlank,
  isElement,
  isForNoScript,
  readHtml,
  type Tree,
  text,
  textOf,
} from './html-tree.ts';
import { isPlayed, type Player, playerOf } from './players.ts';
import { replaceElements } from './straighten.ts';

/** What is not taken of some HTML, or not as it was. */
export interface HtmlNote {
  readonly kind: 'html' | 'picture' | 'player';
  readonly what: string;
}

/** An address that readers may follow: others would run something, or lead nowhere. */
const FOLLOWED = /^(?:https?:|mailto:|tel:|[^a-z]|[a-z][a-z0-9+.-]*(?:[^a-z0-9+.:-]|$))/i;
const PICTURE_FILE = /\.(?:avif|gif|jpe?g|png|webp)$/i;

/**
 * Pictures, links and players as plain elements: a lazily loaded picture has its address, one that links to its own file is that file,
 * a player is a link with its title. Gives what to say of it. Changes `root`.
 */
export function settleMedia(root: Tree): readonly HtmlNote[] {
  const notes: HtmlNote[] = [];
  replaceElements(root, (found) => settled(found, notes));
  return notes;
}

/** What a script alone would show, as what it is; before the tree is straight, which takes what is empty out of it. */
export function showScripted(root: Tree): readonly HtmlNote[] {
  const notes: HtmlNote[] = [];
  root.children = withoutTwins(root.children);
  replaceElements(root, (found) => {
    found.children = withoutTwins(found.children);
    return packed(found) ?? wordlessPost(found, notes) ?? captioned(found);
  });
  return notes;
}

/** Beside a picture that a script shows late stands the same one for browsers without scripts. */
function withoutTwins(children: ElementContent[]): ElementContent[] {
  const shown = children.filter((child) => !isBlank(child));
  const isLate = (child: ElementContent | undefined): boolean =>
    isElement(child, 'img') && lateAddress(child) !== undefined;
  const twins = new Set(
    shown.filter(
      (child, at) =>
        child.type === 'element' && isForNoScript(child) && (isLate(shown[at - 1]) || isLate(shown[at + 1])),
    ),
  );
  return twins.size === 0 ? children : children.filter((child) => !twins.has(child));
}

function settled(node: Element, notes: HtmlNote[]): readonly ElementContent[] | null {
  switch (node.tagName) {
    case 'img':
      return image(node, notes);
    case 'a':
      return link(node);
    case 'iframe':
    case 'embed':
    case 'object':
      return player(node, notes);
    case 'video':
    case 'audio':
      return recording(node, notes);
    case 'picture':
      return node.children;
    case 'blockquote':
      return quotedPost(node, notes);
    case 'div':
    case 'section':
      return background(node);
    case 'figure':
    case 'p':
      return bareAddress(node, notes);
    case 'math':
      return formula(node, notes);
    case 'input':
      // What a reader was to type is no text; what is ticked is a list's.
      return /^(?:checkbox|radio)$/.test(attribute(node, 'type')) ? null : [];
    case 'form':
      notes.push({ kind: 'html', what: node.tagName });
      return null;
    default:
      return null;
  }
}

/** Markdown has no signs for a formula: it is said as its author typed it, where the page has that too. */
function formula(node: Element, notes: HtmlNote[]): readonly ElementContent[] | null {
  notes.push({ kind: 'html', what: node.tagName });
  const typed = elementIn(node, 'annotation');
  if (typed === undefined || attribute(typed, 'encoding') !== 'application/x-tex') return null;
  return [element('code', {}, [text(textOf(typed).trim())])];
}

const LAZY = [
  'data-orig-file',
  'data-large-file',
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-full-url',
];

function lateAddress(node: Element): string | undefined {
  return LAZY.map((name) => attribute(node, name).trim()).find((address) => /^(?:https?:)?\//.test(address));
}

function image(node: Element, notes: HtmlNote[]): readonly ElementContent[] {
  const alt = attribute(node, 'alt').replace(/\s+/g, ' ').trim();
  const written = attribute(node, 'src').trim();
  const isPlaceholder = written === '' || written.startsWith('data:');
  const src = isPlaceholder ? (lateAddress(node) ?? '') : written;
  if (src === '') {
    if (isPlaceholder && written.length > 500) notes.push({ kind: 'picture', what: written.slice(0, 30) });
    return alt === '' ? [] : [text(alt)];
  }
  return [element('img', { src: followed(src), alt, className: [...classes(node)] })];
}

/** What a script of Squarespace puts in a box. */
function packed(node: Element): readonly ElementContent[] | null {
  const html = attribute(node, 'data-html');
  if (html === '' || textOf(node).trim() !== '') return null;
  return [...node.children, ...readHtml(html).children];
}

/** The picture behind a cover block is of the text, not of the look. */
function background(node: Element): readonly ElementContent[] | null {
  if (!classes(node).some((name) => name.startsWith('wp-block-cover'))) return null;
  const address = /background-image:\s{0,9}url\(\s{0,9}["']?(https?:[^\s"')]+)/i.exec(
    attribute(node, 'style'),
  )?.[1];
  if (address === undefined) return null;
  return [element('p', {}, [element('img', { src: address, alt: '' })]), ...node.children];
}

/** Protocol-relative addresses are of the web. */
function followed(address: string): string {
  return address.startsWith('//') ? `https:${address}` : address;
}

function link(node: Element): readonly ElementContent[] {
  const href = followed(
    attribute(node, 'href')
      .trim()
      .replace(/[\t\n\r]/g, ''),
  );
  if (href === '' || !FOLLOWED.test(href)) return node.children;
  const shown = node.children.filter((child) => !isBlank(child));
  const [only, ...others] = textOf(node).trim() === '' ? elementsIn(node).filter(isPicture) : [];
  const path = href.replace(/[?#].*$/s, '');
  if (only !== undefined && others.length === 0 && PICTURE_FILE.test(path)) {
    return [element('img', { ...only.properties, src: href })];
  }
  if (shown.length === 0) return node.children;
  const found = element('a', { ...node.properties, href }, node.children);
  // A button beside the link to a file touches it in the HTML alone.
  return classes(node).includes('wp-block-file__button') ? [text(' '), found] : [found];
}

function isPicture({ tagName }: Element): boolean {
  return tagName === 'img';
}

function player(node: Element, notes: HtmlNote[]): readonly ElementContent[] {
  const hasLink = elementIn(node, 'a', 'img') !== undefined;
  const parameter = elementIn(node, 'embed');
  const address = ['src', 'data-src', 'data-lazy-src', 'data']
    .map((name) => attribute(node, name))
    .find(Boolean);
  const played = playerOf(address ?? (parameter === undefined ? '' : attribute(parameter, 'src')));
  if (played === null) return node.tagName === 'iframe' ? [] : node.children;
  notes.push({ kind: 'player', what: played.name });
  // An <object> holds what browsers without the player showed: the link is in it already.
  return hasLink ? node.children : [playerLink(played, attribute(node, 'title'))];
}

function playerLink({ address, title, picture }: Player, given: string): Element {
  const said = given.replace(/\s+/g, ' ').trim();
  const isGeneric = said === '' || /^(?:youtube video player|embedded content|iframe|video)$/i.test(said);
  const shown = isGeneric ? title : said;
  return element('a', { href: address }, [
    picture === null ? text(shown) : element('img', { src: picture, alt: shown }),
  ]);
}

/** A file that plays: a link to it, and its picture where there is one. */
function recording(node: Element, notes: HtmlNote[]): readonly ElementContent[] {
  const source = elementIn(node, 'source');
  const address = attribute(node, 'src') || (source === undefined ? '' : attribute(source, 'src'));
  if (address === '' || !FOLLOWED.test(address)) return node.children;
  const name = node.tagName === 'video' ? 'Vidéo' : 'Enregistrement';
  const poster = posterOf(node);
  notes.push({ kind: 'player', what: name });
  const shown =
    poster === '' ? text(`${name} : ${fileName(address)}`) : element('img', { src: poster, alt: name });
  const inside = node.children.filter((child) => textOf(child).trim() !== '');
  // Words for browsers that play nothing often are a link to the file.
  if (elementIn({ children: inside }, 'a') !== undefined) return inside;
  const link = element('a', { href: followed(address) }, [shown]);
  return inside.length === 0 ? [link] : [element('p', {}, [link]), ...inside];
}

/** What is shown before it plays; one that is drawn in the page itself keeps the place of that. */
function posterOf(node: Element): string {
  const stated = attribute(node, 'poster');
  const behind = /\bbackground:[^;]{0,99}?url\(\s{0,9}["']?([^\s"')]+)/i.exec(attribute(node, 'style'))?.[1];
  return behind ?? (stated.startsWith('data:') ? '' : stated);
}

function fileName(address: string): string {
  return /[^/]*$/.exec(address.replace(/[?#].*$/s, ''))?.[0] ?? '';
}

const QUOTED_POST = /^(?:twitter-tweet|twitter-video|instagram-media|tiktok-embed)$/;

/** Blogger holds a picture and its caption in a table. */
function captioned(node: Element): readonly ElementContent[] | null {
  if (node.tagName !== 'table' || !classes(node).includes('tr-caption-container')) return null;
  const inside = elementsIn(node);
  const picture = inside.find(({ tagName }) => tagName === 'a' || tagName === 'img');
  const caption = inside.find((one) => classes(one).includes('tr-caption'));
  if (picture === undefined || caption === undefined) return null;
  if (inside.filter(isPicture).length !== 1 || ![picture, ...elementsIn(picture)].some(isPicture))
    return null;
  return [element('figure', {}, [picture, element('figcaption', {}, caption.children)])];
}

/** Medium has of such a message its address alone. */
function wordlessPost(node: Element, notes: HtmlNote[]): readonly ElementContent[] | null {
  if (node.tagName !== 'blockquote' || !classes(node).some((name) => QUOTED_POST.test(name))) return null;
  const link = elementIn(node, 'a');
  const played = link === undefined || textOf(node).trim() !== '' ? null : playerOf(attribute(link, 'href'));
  if (played === null) return null;
  notes.push({ kind: 'player', what: played.name });
  return [element('p', {}, [playerLink(played, '')])];
}

/** A message of a network, quoted: its words are in the quote, and so is the link to it. */
function quotedPost(node: Element, notes: HtmlNote[]): null {
  const isPost = classes(node).some((name) => QUOTED_POST.test(name));
  if (!isPost) return null;
  const address = attribute(node, 'data-instgrm-permalink') || attribute(node, 'cite') || 'https://x.com/';
  const played = playerOf(address);
  if (played !== null) notes.push({ kind: 'player', what: played.name });
  return null;
}

/** An address alone in its paragraph, or in a block made for it, was shown as a player. */
function bareAddress(node: Element, notes: HtmlNote[]): readonly ElementContent[] | null {
  const caption = node.children.find((child) => isElement(child, 'figcaption'));
  const body = node.children.filter((child) => child !== caption && !isBlank(child));
  const [only] = body;
  if (
    body.length !== 1 ||
    only === undefined ||
    elementIn({ children: body }, 'img', 'iframe', 'table', 'pre') !== undefined
  )
    return null;
  const address = textOf(only).trim();
  const isEmbed = isElement(node, 'figure') && classes(node).some((name) => /(?:^|-)embed(?:-|$)/.test(name));
  if (/\s/.test(address) || !(isEmbed || isPlayed(address)) || isElement(only, 'a')) return null;
  const played = playerOf(address);
  if (played === null) return null;
  notes.push({ kind: 'player', what: played.name });
  const shown = element('p', {}, [playerLink(played, '')]);
  return caption === undefined
    ? [shown]
    : [shown, element('p', {}, isElement(caption, 'figcaption') ? caption.children : [])];
}
