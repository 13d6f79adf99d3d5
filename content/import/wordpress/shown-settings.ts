import { escapeHtml, unescapeHtml } from '#content/model/markdown/escape.ts';
import { decoded } from '#content/model/paths.ts';
import { type Fields, isFields, type Plain, readJsonRows, textAt } from '../front-matter.ts';

/** Pictures and recordings of the export that a text names by number. */
export interface KnownFiles {
  readonly file: (id: string) => { readonly address: string; readonly alt: string } | null;
  /** Numbers of the pictures that were added to a text, by its own number; to the one that names them where none is given. */
  readonly added: (text?: string) => readonly string[];
}

/** Settings that readers see, whoever made the builder: Elementor's, Divi's, WPBakery's and Avada's own names, which others follow. */
const TITLE =
  /^(?:(?:tab|item|alert|slide|list|inner|primary|hover|main)_|panel_?)?(?:title|heading)(?:_text|_front|_back)?(?:_[ab])?$|^h2$/;
const LINE =
  /^(?:text|label|btn_title|button(?:_?(?:one|two))?(?:_(?:text|label))?|sum|price|ending_number|(?:testimonial_|author_)?name|author|cite|(?:testimonial_)?job(?:_?title)?|position|company(?:_?name)?)$/;
const HTML =
  /^(?:editor|html|shortcode|content|caption|h4|subhead|sub_?(?:title|heading)|inner_text|text_(?:front|back)|desc|description(?:_text)?(?:_[ab])?|(?:tab|item|slide|alert|accordion|toggle|testimonial|blockquote|list)_(?:content|description|text))$/;
const PLAYER = /^(?:video|(?:youtube|vimeo|dailymotion|videopress|external|hosted)_url)$/;
export const PICTURE_NAME =
  /^(?!.*(?:background|bg|overlay|parallax|link|(?<!image)icon)).*(?:image|photo|picture|logo|gallery|carousel|portrait|src)/;
/** Of a picture of the library. */
const BY_NUMBER = /^(?:.+_)?(?:image|photo|picture|logo|gallery|carousel)s?(?:_ids?)?$/;
export const PICTURE_FILE = /^(?:https?:)?\/[^\s"<>]+\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#][^\s"<>]*)?$/i;
/** The name of what shows a form: no words to read. */
export const FORM = /form(?:s|ulaires?)?(?![a-z])/;
/** What says how something looks, and no word. */
const LOOK =
  /^(?:true|false|on|off|yes|no|none|default|custom|left|right|center|top|bottom|[\d.]+(?:px|r?em|vh|vw|%)|#[\da-f]{3,8})$/i;
/** Who said it, and where a button leads, readers saw below the words. */
const BELOW = /^(?:author|btn_|button|cite|company|job|position)/;

/** What a module of a page builder shows, as HTML, by its settings; '' for nothing. `inside` is what it holds beside them. */
export function settingsHtml(settings: Fields, files: KnownFiles, inside = ''): string {
  const size = /\bh[1-6]\b/.exec(
    textAt(
      settings,
      'header_size',
      'title_size',
      'title_tag',
      'header_level',
      'title_level',
      'font_container',
    ) ?? '',
  );

  function linked(key: string, html: string): string {
    const address = addressOf(settings, key);
    return address === '' ? html : `<a href="${escapeHtml(address)}">${html}</a>`;
  }

  function words(key: string, value: string): string {
    const [said, tag] = [readable(value), size?.[0] ?? 'h2'];
    if (said === '' || LOOK.test(said)) return '';
    if (TITLE.test(key)) return `\n\n<${tag}>${linked(key, said)}</${tag}>\n\n`;
    if (LINE.test(key)) return `\n\n<p>${linked(key, said)}</p>\n\n`;
    return HTML.test(key) ? `\n\n${said}\n\n` : '';
  }

  function picture(
    key: string,
    { address, alt }: { readonly address: string; readonly alt: string },
  ): string {
    const said = alt === '' ? (textAt(settings, 'alt', 'image_alt') ?? '') : alt;
    return `\n\n<p>${linked(key, pictureHtml({ address, alt: said }))}</p>\n\n`;
  }

  function shown(key: string, value: Plain): string {
    if (typeof value === 'string') return shownText(key, value);
    if (!isFields(value)) return (value ?? []).map((one) => listed(key, one)).join('');
    const address = textAt(value, 'url', 'src');
    if (address !== null && PLAYER.test(key)) return played(address);
    if (address === null || !PICTURE_NAME.test(key)) return words(key, textAt(value, 'text') ?? '');
    const alt = textAt(value, 'alt') ?? files.file(textAt(value, 'id') ?? '')?.alt ?? '';
    return picture(key, { address, alt });
  }

  function shownText(key: string, value: string): string {
    // WPBakery packs what its author adds to a list, `[{"title":"…"}]`, in one attribute.
    if (value.startsWith('%5B%7B')) return shown(key, readJsonRows(decoded(value) ?? ''));
    if (PLAYER.test(key) && value.trim() !== '') return played(value);
    const pictures = PICTURE_NAME.test(key) ? picturesNamed(key, value.trim()) : [];
    return pictures.length === 0 ? words(key, value) : pictures.map((one) => picture(key, one)).join('');
  }

  function picturesNamed(key: string, value: string) {
    if (PICTURE_FILE.test(value)) return [{ address: unescapeHtml(value), alt: '' }];
    return BY_NUMBER.test(key) ? value.split(',').flatMap((id) => files.file(id.trim()) ?? []) : [];
  }

  /** Of a gallery a picture, of tabs or a list of prices settings of their own. */
  function listed(key: string, one: Plain): string {
    if (!isFields(one)) return typeof one === 'string' ? words(key, one) : '';
    return textAt(one, 'url') === null || !PICTURE_NAME.test(key)
      ? settingsHtml(one, files)
      : shown(key, one);
  }

  const all = Object.entries(settings).map(([key, value]) => [key, shown(key, value)] as const);
  const [above, below] = [false, true].map((isBelow) =>
    all.map(([key, html]) => (BELOW.test(key) === isBelow ? html : '')).join(''),
  );
  if (inside === '') return all.map(([, html]) => html).join('');
  return `${above}${below}` === '' ? inside : `${above}\n\n${inside}\n\n${below}`;
}

/** Divi writes brackets and quotes in its own way. */
function readable(value: string): string {
  const signs: Readonly<Record<string, string>> = { '%22': '"', '%91': '[', '%93': ']' };
  return value.trim().replace(/(?<!%[\da-f]{2})%(?:22|91|93)/gi, (sign) => signs[sign] ?? sign);
}

/** Where what a setting shows leads; '' for nowhere. */
export function addressOf(settings: Fields, key: string): string {
  const stem = key.replace(/_?(?:text|title|label)$/, '');
  const own = stem === '' ? [] : [`${stem}_url`, `${stem}_link`];
  const written =
    textAt(settings, `${key}.linkurl`, ...own, 'link.url', 'url', 'link', 'href')?.replace(
      /^manually,/,
      '',
    ) ?? '';
  // WPBakery packs several things in one: url:https%3A%2F%2F…|title:…
  const packed = /^url:([^|]*)/.exec(written)?.[1];
  const address = packed === undefined ? unescapeHtml(written) : (decoded(packed) ?? packed);
  return /^(?:[a-z][a-z+.-]{1,20}:|[/.]|#\w)/i.test(address) ? address : '';
}

export function pictureHtml({ address, alt }: { readonly address: string; readonly alt: string }): string {
  return `<img src="${escapeHtml(address)}" alt="${escapeHtml(unescapeHtml(alt))}">`;
}

export function played(address: string): string {
  return `\n\n<p><iframe src="${escapeHtml(address)}"></iframe></p>\n\n`;
}
