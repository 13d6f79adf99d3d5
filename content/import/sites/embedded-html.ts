import { unescapeHtml } from '../../model/markdown/escape.ts';
import { playedByScript } from '../html/players.ts';
import type { ImportNote } from '../imported.ts';
import type { Translated } from './site.ts';
import { playerMarkdown, replaceInProse } from './template-marks.ts';

const FRAME = /<(iframe|embed)\b([^<>]{0,2000})>(?:[^<]{0,500}<\/\1\s*>)?/gi;
const RECORDING = /<(video|audio)\b([^<>]{0,2000})>([\s\S]{0,5000}?)<\/\1\s*>/gi;
const SCRIPT = /<script\b([^<>]{1,1000})>\s{0,9}<\/script\s*>/gi;
const WITHOUT_SCRIPTS = /<\/?noscript\b[^<>]{0,200}>\n?/gi;

/**
 * HTML within Markdown that plays, as links to what it plays, and what a site showed without scripts: readers of Encrier would see nothing
 * in its place.
 */
export function translateEmbedded(markdown: string): Translated {
  if (!/<(?:iframe|embed|video|audio|(?:no)?script)\b/i.test(markdown)) return { markdown, notes: [] };
  const notes: ImportNote[] = [];
  const linked = (address: string, title: string | null): string => {
    const shown = playerMarkdown(address.startsWith('//') ? `https:${address}` : address, title);
    notes.push(...shown.notes);
    return `\n\n${shown.markdown}\n\n`;
  };
  const frame = ([, , written = '']: RegExpExecArray): string | null => {
    const address = attributeOf(written, 'src') ?? attributeOf(written, 'data-src');
    return address !== null && /^(?:https?:)?\/\//.test(address)
      ? linked(address, attributeOf(written, 'title'))
      : null;
  };
  const recording = ([, name = '', written = '', inside = '']: RegExpExecArray): string | null => {
    const inner = attributeOf(/<source\b([^<>]*)>/i.exec(inside)?.[1] ?? '', 'src');
    const source = attributeOf(written, 'src') ?? inner;
    if (source === null) return null;
    const words = name.toLowerCase() === 'video' ? 'Vidéo' : 'Enregistrement';
    notes.push({ kind: 'player', what: words });
    const poster = attributeOf(written, 'poster');
    const file = source.replace(/[?#].*$/, '').replace(/^.*\//, '');
    const shown = poster === null ? `${words} : ${file}` : `![${words}](<${poster}>)`;
    return `\n\n[${shown}](<${source.replace(/[<>]/g, encodeURIComponent)}>)\n\n`;
  };
  const script = ([, written = '']: RegExpExecArray): string | null => {
    const address = playedByScript(attributeOf(written, 'src') ?? '');
    return address === null ? null : linked(address, null);
  };
  const framed = replaceInProse(markdown, FRAME, frame);
  const recorded = replaceInProse(framed, RECORDING, recording);
  const scripted = replaceInProse(recorded, SCRIPT, script);
  return { markdown: replaceInProse(scripted, WITHOUT_SCRIPTS, () => ''), notes };
}

function attributeOf(written: string, name: string): string | null {
  const [, double, single, bare] =
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(written) ?? [];
  const value = unescapeHtml(double ?? single ?? bare ?? '').trim();
  return value === '' ? null : value;
}
