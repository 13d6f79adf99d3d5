import { posix } from 'node:path';
import type { ImportNote } from '../imported.ts';
import { folderOf } from '../recognize.ts';
import type { Place, Translated } from './site.ts';
import {
  argument,
  changeProse,
  pictureOf,
  playerMarkdown,
  readArguments,
  visibleMark,
} from './template-marks.ts';

const STATEMENT =
  /^(?:import\s[^\n]*?["'][^"'\n]+["'];?[ \t]*|import\s*\{[^}]*\}\s*from\s*["'][^"'\n]+["'];?|export\s+(?:const|let|default|function|async)\s[^\n]*)$/gm;
const IMPORTED = /^import\s+(\w+)\s+from\s+["']([^"'\n]+)["']/gm;
/** A component's tag: HTML has no names with a capital. */
const COMPONENT = /<(\/?)([A-Z][\w.]*)((?:[^<>"'{}]|"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\})*?)(\/?)>/g;

/**
 * A body in MDX as Markdown: pictures and players that components showed, and the words between the tags of others, whose names are said.
 * A component that holds nothing stays visible. Nothing is run.
 */
export function translateMdx(body: string, { text, site }: Place): Translated {
  const notes: ImportNote[] = [];
  const pictures = new Map<string, string>();
  for (const [, name = '', path = ''] of body.matchAll(IMPORTED)) {
    const [address] = site.addressesOf(
      posix.join(folderOf(text.file.path), path.replace(/^[@~]\//, '/src/')),
    );
    if (/\.(?:jpe?g|png|webp|avif|gif|svg)$/i.test(path))
      pictures.set(name, path.startsWith('.') ? (address ?? path) : path.replace(/^[@~]\//, '/src/'));
  }
  const closed = new Set(
    [...body.matchAll(COMPONENT)].flatMap(([, closing, name = '']) => (closing === '/' ? [name] : [])),
  );
  const markdown = changeProse(body, (prose) =>
    prose
      .replace(STATEMENT, '')
      .replace(/\{\/\*[\s\S]*?\*\/\}/g, '')
      .replace(COMPONENT, (whole: string, closing: string, name: string, written: string, end: string) => {
        if (closing === '/') return '';
        const shown = picture(written, pictures) ?? player(name, written);
        notes.push(...(shown === null ? [{ kind: 'shortcode' as const, what: name }] : shown.notes));
        if (shown !== null) return shown.markdown;
        return end === '' && closed.has(name) ? titled(written) : visibleMark(whole);
      }),
  );
  return { markdown, notes };
}

function picture(written: string, pictures: ReadonlyMap<string, string>): Translated | null {
  const named = written.replace(/\{\s*(\w+)(?:\.src)?\s*\}/g, (whole, name: string) =>
    pictures.has(name) ? `"${pictures.get(name) ?? ''}"` : whole,
  );
  const markdown = pictureOf(readArguments(named));
  return markdown === null ? null : { markdown, notes: [] };
}

function player(name: string, written: string): Translated | null {
  const args = readArguments(written);
  const id = argument(args, 'id', 'url', 'videoid');
  if (id === null || !/^(?:youtube|vimeo|tweet)/i.test(name)) return null;
  if (/^https?:/.test(id)) return playerMarkdown(id, argument(args, 'title'));
  const address = /^vimeo/i.test(name)
    ? `https://vimeo.com/${id}`
    : /^tweet/i.test(name)
      ? `https://x.com/i/status/${id}`
      : `https://www.youtube.com/watch?v=${id}`;
  return playerMarkdown(address, argument(args, 'title'));
}

function titled(written: string): string {
  const title = argument(readArguments(written), 'title', 'summary', 'label', 'heading');
  return title === null ? '' : `**${title}**\n\n`;
}
