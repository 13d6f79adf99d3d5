import { escapeHtml, unescapeHtml } from '#content/model/markdown/escape.ts';
import { decoded } from '#content/model/paths.ts';
import { fieldsOf } from '../front-matter.ts';
import { playedByMark } from '../html/players.ts';
import {
  addressOf,
  FORM,
  type KnownFiles,
  PICTURE_FILE,
  PICTURE_NAME,
  pictureHtml,
  played,
  settingsHtml,
} from './shown-settings.ts';

/** What is between the tags of a shortcode. */
export interface Inside {
  /** As written, for code. */
  readonly raw: string;
  /** With its own shortcodes made HTML. */
  readonly text: string;
}

interface Shortcode {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Null where nothing closes it. */
  readonly inside: Inside | null;
  readonly files: KnownFiles;
}

/** The HTML that a shortcode shows; null where it says too little. */
type Translation = (shortcode: Shortcode) => string | null;

const LAYOUT =
  /^(?:vc_(?:row|column|section|empty_space|message|separator|tta_(?!section)\w+)(?:_\w+)?|et_pb_(?:section|row|column|text|code|accordion|tabs|slider|divider)(?:_inner)?|fusion_builder_\w+|fusion_text|av_(?:section|one_\w+|two_\w+|three_\w+|textblock)|(?:one|two|three|four|five)_(?:half|third|thirds|fourth|fourths|fifth|fifths|sixth)(?:_last|_first)?|rows?|cols?|columns?|container|clear|divider_?\w*|spacer|space|center|left|right|lead|(?:fusion_|av_)?(?:dropcap|highlight)|nextpage|more)$/;
/** Of the great page builders, all but what marks words. */
const MODULE = /^(?:et_pb|vc|fusion|av)_(?!dropcap|highlight|popover|tooltip)/;

/** One that places what is in it, and shows nothing itself. */
export function isLayout(name: string): boolean {
  return LAYOUT.test(name);
}

/** One that is a box of its own: what follows it is no part of its line. */
export function isBox(name: string): boolean {
  return MODULE.test(name) || (isLayout(name) && !/(?:dropcap|lead|highlight|nextpage|more)$/.test(name));
}

const LANGUAGES =
  'bash c cpp csharp css go html java javascript js json perl php python ruby scala shell sql swift typescript xml yaml';

/** What shortcodes show: of those that are named in one row the same. */
const ROWS: readonly (readonly [names: string, shows: Translation])[] = [
  ['caption', caption],
  ['gallery', gallery],
  ['playlist audio video', recordings],
  [`code sourcecode source pre text ${LANGUAGES}`, code],
  [
    'efn_note fn footnote footnotes mfn modern_footnote note ref sidenote',
    ({ inside }) => inside && `<footnote>${inside.text.trim()}</footnote>`,
  ],
  [
    'dailymotion embed et_pb_video facebook fve gist googlemaps instagram iframe soundcloud spotify tiktok tweet twitter vimeo video_embed vc_video wpvideo youtube youtube_sc',
    player,
  ],
  ['quote blockquote citation pullquote', ({ inside }) => block('blockquote', inside)],
  ['button btn bouton', button],
  [
    'spoiler toggle accordion collapse expand tab accordion_item et_pb_accordion_item et_pb_tab vc_accordion_tab vc_tta_section',
    details,
  ],
  // Of page builders, those that show no more than their settings say, and what is in them.
  [
    'et_pb_blurb et_pb_cta et_pb_fullwidth_header et_pb_fullwidth_slide et_pb_heading et_pb_image et_pb_pricing_table et_pb_slide et_pb_team_member et_pb_testimonial fusion_imageframe fusion_person fusion_testimonial vc_cta vc_custom_heading vc_hoverbox vc_images_carousel vc_single_image vc_text_separator',
    module,
  ],
  ['vc_raw_html', ({ inside }) => packedHtml(inside)],
  ['vc_raw_js', () => ''],
  [
    'fusion_title',
    ({ attributes, inside }) => block(`h${/^[1-6]$/.exec(attributes.get('size') ?? '')?.[0] ?? '2'}`, inside),
  ],
];
const TRANSLATIONS: ReadonlyMap<string, Translation> = new Map(
  ROWS.flatMap(([names, shows]) => names.split(' ').map((name) => [name, shows] as const)),
);

/** What themes and plugins put before the name that others have: `su_button`, `et_pb_gallery`. */
const PREFIXED =
  /^(?:et_pb|[a-z]{2,8})_(audio|button|btn|caption|gallery|quote|spoiler|tab|toggle|vimeo|youtube)$/;

/** How a shortcode is made HTML: by its name, or by what it is called elsewhere; undefined for one that nobody knows. */
export function translationOf(name: string): Translation | undefined {
  return TRANSLATIONS.get(plainName(name));
}

function plainName(name: string): string {
  return PREFIXED.exec(name)?.[1] ?? name;
}

function block(name: string, inside: Inside | null): string | null {
  return inside === null ? null : `\n\n<${name}>${inside.text}</${name}>\n\n`;
}

/** The picture, in its link or not, then the words; in old texts they are an attribute. */
const CAPTIONED = /^\s*((?:<a\s[^>]*>\s*)?<img\s[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/i;

function caption({ attributes, inside }: Shortcode): string | null {
  if (inside === null) return null;
  const [, image, after] = CAPTIONED.exec(inside.text) ?? [];
  if (image === undefined || after === undefined) return inside.text;
  const said = after.trim() === '' ? (attributes.get('caption') ?? '') : after.trim();
  return `\n\n<figure>${image}<figcaption>${said}</figcaption></figure>\n\n`;
}

function gallery({ name, attributes, files }: Shortcode): string | null {
  const given = ['ids', 'include', 'images', 'gallery_ids', 'image_ids']
    .map((key) => attributes.get(key))
    .find(Boolean);
  const shown = given === undefined ? addedPictures({ name, attributes, files }) : numbersIn(given);
  return shown.map((id) => paragraph(files.file(id))).join('') || null;
}

/** Those of a gallery that names none: of the text that it is in, or of another one. A plugin's number is of its own galleries. */
function addedPictures({ name, attributes, files }: Omit<Shortcode, 'inside'>): readonly string[] {
  const text = attributes.get('id');
  if (text !== undefined && name !== 'gallery') return [];
  const excluded = numbersIn(attributes.get('exclude'));
  return files.added(text).filter((id) => !excluded.includes(id));
}

function numbersIn(list = ''): readonly string[] {
  return list.split(',').map((id) => id.trim());
}

function paragraph(file: ReturnType<KnownFiles['file']>): string {
  return file === null ? '' : `\n\n<p>${pictureHtml(file)}</p>\n\n`;
}

const RECORDINGS = [
  'src',
  'audio',
  'mp4',
  'webm',
  'ogv',
  'mp3',
  'm4a',
  'ogg',
  'wav',
  'flv',
  'wmv',
  'm4v',
  '0',
];

function recordings({ name, attributes, files, inside }: Shortcode): string | null {
  const listed = numbersIn(attributes.get('ids')).flatMap((id) => files.file(id)?.address ?? []);
  const stated = RECORDINGS.map((key) => attributes.get(key) ?? '').find((address) =>
    /^(?:https?:)?\//.test(address),
  );
  const addresses = stated === undefined ? listed : [stated];
  if (addresses.length === 0 && inside !== null && /^https?:\/\/\S+$/.test(inside.text.trim()))
    return played(inside.text.trim());
  const tag = name === 'video' ? 'video' : 'audio';
  return addresses.length === 0
    ? null
    : addresses
        .map((address) => `\n\n<p><${tag} src="${escapeHtml(unescapeHtml(address))}"></${tag}></p>\n\n`)
        .join('');
}

function code({ name, attributes, inside }: Shortcode): string | null {
  if (inside === null) return null;
  const language =
    attributes.get('language') ??
    attributes.get('lang') ??
    (LANGUAGES.split(' ').includes(name) ? name : (attributes.get('0') ?? ''));
  // Half of the plugins keep code escaped, half as it is: what is escaped stays so.
  const escaped = inside.raw
    .replace(/<\/?(?:br|p)\s*\/?>\n?/gi, '\n')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  return `\n\n<pre data-language="${escapeHtml(language)}">${escaped}</pre>\n\n`;
}

function player({ name, attributes, inside }: Shortcode): string | null {
  const text = inside?.text.replace(/<[^<>]*>/g, '').trim() ?? '';
  const given = [
    text,
    ...['src', 'url', 'link', 'video', 'id', 'video_id', '0'].map((key) => attributes.get(key) ?? ''),
  ];
  const address = given
    .map((value) => unescapeHtml(value).trim())
    .find((value) => value !== '' && !/\s/.test(value));
  if (address === undefined) return null;
  const page = /^(?:https?:)?\/\//.test(address) ? address : playedByMark(plainName(name), [address]);
  return page === null ? null : played(page);
}

function button({ attributes, inside }: Shortcode): string | null {
  const address = addressOf(fieldsOf(Object.fromEntries(attributes)), 'button_text');
  const words = ['text', 'title', 'button_text', 'label'].map((key) => attributes.get(key) ?? '');
  const text = [inside?.text.trim() ?? '', ...words].find(Boolean) ?? '';
  return text === '' || address === '' ? null : `<a href="${escapeHtml(address)}">${text}</a>`;
}

function details({ attributes, inside }: Shortcode): string | null {
  const title = attributes.get('title') ?? '';
  if (inside === null || title === '') return null;
  return `\n\n<details><summary>${title}</summary>\n\n${inside.text}\n\n</details>\n\n`;
}

/** WPBakery packs HTML that an author wrote, so that no editor changes it. */
function packedHtml(inside: Inside | null): string | null {
  const packed = (inside?.raw ?? '').replace(/<[^<>]*>|\s/g, '');
  const html = decoded(Buffer.from(packed, 'base64').toString());
  return packed === '' || html === null ? '' : `\n\n<div>${html}</div>\n\n`;
}

/** What a module shows by its settings, its picture first, and what is in it; a form is none to read. */
export function module({ name, attributes, inside, files }: Shortcode): string {
  const text = inside?.text ?? '';
  if (FORM.test(name)) return text;
  const stated = [...attributes].filter(([key]) => key !== 'title_text' || !name.startsWith('et_pb_'));
  if (name === 'vc_custom_heading') stated.push(['title', attributes.get('text') ?? ''], ['text', '']);
  const src = unescapeHtml(text.trim());
  const isPicture = PICTURE_FILE.test(src);
  if (isPicture) stated.push(['src', src]);
  const pictures = stated.filter(([key]) => PICTURE_NAME.test(key));
  return settingsHtml(fieldsOf(Object.fromEntries([...pictures, ...stated])), files, isPicture ? '' : text);
}
