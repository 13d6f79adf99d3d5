import { type Fields, isFields, type Plain, readJson, rowsOf, textAt, valueAt } from '../front-matter.ts';
import type { ImportNote } from '../imported.ts';
import { type KnownFiles, settingsHtml } from './shown-settings.ts';

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
