import { escapeLinkText, writtenAddress } from '../commands/insert.ts';

/** How a stretch of pasted text looks. */
export interface RunStyle {
  readonly link: string | null;
  readonly strong: boolean;
  readonly emphasis: boolean;
  readonly strike: boolean;
}

/** Text of one look: `markdown` is ready, its signs escaped. */
export interface Run extends RunStyle {
  readonly markdown: string;
}

export const PLAIN_STYLE: RunStyle = { link: null, strong: false, emphasis: false, strike: false };

const LAYERS = ['link', 'strong', 'emphasis', 'strike'] as const;
type Layer = (typeof LAYERS)[number];
const SIGNS: Readonly<Record<Exclude<Layer, 'link'>, string>> = { strong: '**', emphasis: '*', strike: '~~' };

/** The Markdown of runs that follow one another: neighbours of one look share their signs, spaces stay outside. */
export function runsToMarkdown(runs: readonly Run[], layers: readonly Layer[] = LAYERS): string {
  const [layer, ...inner] = layers;
  if (layer === undefined) return runs.map(({ markdown }) => markdown).join('');
  return groups(runs, layer)
    .map((group) => {
      const text = runsToMarkdown(group, inner);
      const value = group[0]?.[layer];
      if (value === undefined || value === null || value === false) return text;
      return around(text, (words) =>
        layer === 'link' ? linked(words, String(value)) : signed(words, SIGNS[layer]),
      );
    })
    .join('');
}

function groups(runs: readonly Run[], layer: Layer): readonly (readonly Run[])[] {
  const found: Run[][] = [];
  for (const run of runs) {
    const last = found.at(-1);
    if (last?.[0] !== undefined && last[0][layer] === run[layer]) last.push(run);
    else found.push([run]);
  }
  return found;
}

function around(text: string, wrap: (words: string) => string): string {
  const words = text.trim();
  if (words === '') return text;
  const start = text.indexOf(words);
  return text.slice(0, start) + wrap(words) + text.slice(start + words.length);
}

function signed(words: string, sign: string): string {
  return sign + words + sign;
}

function linked(words: string, address: string): string {
  return `[${words}](${writtenAddress(address)})`;
}

/** A picture of the site itself; another would not be shown to readers, so that its words stay. */
export function pictureMarkdown(address: string, alternative: string): string {
  if (/^\/images\//.test(address)) return `![${escapeLinkText(alternative)}](${writtenAddress(address)})`;
  return '';
}

/** Text whose signs are no Markdown. Only signs that would mean something are escaped. */
export function escapeText(text: string): string {
  return text
    .replace(/[\u00a0]/g, '\u00a0')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/[*`[\]]/g, '\\$&')
    .replace(/~~/g, '\\~\\~')
    .replace(/<(?=[a-zA-Z/!?])/g, '\\<')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');
}

/** The start of a block whose first signs would make it a title, an item, a quote or a rule. */
export function escapeStart(block: string): string {
  return block
    .replace(/^(#{1,6})(?=[ \t]|$)/, '\\$1')
    .replace(/^([-+>])(?=[ \t]|$)/, '\\$1')
    .replace(/^>/, '\\>')
    .replace(/^(\d{1,9})([.)])(?=[ \t]|$)/, '$1\\$2')
    .replace(/^(-{3,}|={3,})$/, '\\$1');
}
