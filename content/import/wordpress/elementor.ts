import { escapeHtml } from '#content/model/markdown/escape.ts';
import { type Fields, isFields, type Plain, readJson, rowsOf, textAt, valueAt } from '../front-matter.ts';
import type { ImportNote } from '../imported.ts';
import { type KnownFiles, played } from './known-shortcodes.ts';

/** Settings of widgets that readers see, whoever made the widget: Elementor's own names, which others follow. */
const TITLE = /^(?:(?:tab|item|alert|slide|list|inner)_)?(?:title|heading)(?:_text)?(?:_[ab])?$/;
const LINE =
  /^(?:text|button(?:_text)?|price|ending_number|(?:testimonial_|author_)?name|testimonial_job|position)$/;
const HTML =
  /^(?:editor|html|shortcode|content|caption|sub_?(?:title|heading)|inner_text|description(?:_text)?(?:_[ab])?|(?:tab|item|slide|alert|accordion|toggle|testimonial|blockquote|list)_(?:content|description|text))$/;
const PLAYER = /^(?:youtube|vimeo|dailymotion|videopress|external|hosted)_url$/;
const PICTURE = /^(?!.*(?:background|bg|overlay|icon|link)).*(?:image|photo|picture|logo|gallery|carousel)/;

/** Widgets that show nothing to read. */
const SILENT = new Set(['divider', 'spacer', 'menu-anchor']);

/**
 * What a page of Elementor shows, as HTML, from what the plugin keeps of it beside the text; widgets that only a page of WordPress can fill
 * are named in the notes. '' for what is none of its data.
 */
export function elementorHtml(
  json: string,
  files: KnownFiles,
): { readonly html: string; readonly notes: readonly ImportNote[] } {
  const missing = new Set<string>();

  function elements(value: Plain): string {
    return rowsOf(value).map(element).join('');
  }

  function element(one: Fields): string {
    const widget = textAt(one, 'widgettype');
    const settings = valueAt(one, 'settings');
    const own = widget === null || !isFields(settings) ? '' : settingsHtml(settings, files);
    const within = elements(valueAt(one, 'elements'));
    if (widget !== null && own + within === '' && !SILENT.has(widget)) missing.add(widget);
    return own + within;
  }

  const html = elements(valueAt(readJson(`{"all":${json}}`) ?? {}, 'all'));
  return { html, notes: [...missing].map((name) => ({ kind: 'shortcode', what: `bloc Elementor ${name}` })) };
}

function settingsHtml(settings: Fields, files: KnownFiles): string {
  const address = textAt(settings, 'link.url') ?? '';
  const linked = (html: string): string =>
    address === '' || address === '#' ? html : `<a href="${escapeHtml(address)}">${html}</a>`;
  const size = /^h[1-6]$/.exec(textAt(settings, 'header_size', 'title_size', 'title_tag') ?? '')?.[0] ?? 'h2';

  function shown(key: string, value: Plain): string {
    if (typeof value === 'string') {
      if (value.trim() === '') return '';
      if (TITLE.test(key)) return `\n\n<${size}>${linked(value)}</${size}>\n\n`;
      if (LINE.test(key)) return `\n\n<p>${linked(value)}</p>\n\n`;
      if (HTML.test(key)) return `\n\n${value}\n\n`;
      return PLAYER.test(key) ? played(value) : '';
    }
    if (!isFields(value)) return (value ?? []).map((one) => listed(key, one)).join('');
    const file = textAt(value, 'url');
    if (file !== null && PLAYER.test(key)) return played(file);
    return file !== null && PICTURE.test(key) ? `\n\n<p>${linked(picture(value, file))}</p>\n\n` : '';
  }

  /** Of a gallery a picture, of tabs or a list of prices settings of their own. */
  function listed(key: string, one: Plain): string {
    if (!isFields(one)) return '';
    return textAt(one, 'url') === null ? settingsHtml(one, files) : shown(key, one);
  }

  function picture(value: Fields, src: string): string {
    const alt = textAt(value, 'alt') ?? files.file(textAt(value, 'id') ?? '')?.alt ?? '';
    return `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">`;
  }

  return Object.entries(settings)
    .map(([key, value]) => shown(key, value))
    .join('');
}
