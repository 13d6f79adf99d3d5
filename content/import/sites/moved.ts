import { type ExportTree, readText } from '../export-tree.ts';
import { isFields, readData, readJsonRows, textAt } from '../front-matter.ts';
import { keyOf } from './links.ts';
import type { SiteText } from './site-text.ts';

/** By the key of where they lead, the addresses that a site left. */
export type Moved = ReadonlyMap<string, readonly string[]>;

type Pairs = readonly (readonly [from: string, to: string])[];

/** What left one address for another, each once. */
export function movedBy(pairs: Pairs): Moved {
  const moved = new Map<string, string[]>();
  for (const [from, to] of pairs) {
    if (from === '' || keyOf(from) === keyOf(to)) continue;
    const known = moved.get(keyOf(to));
    if (known === undefined) moved.set(keyOf(to), [from]);
    else if (!known.includes(from)) known.push(from);
  }
  return moved;
}

/** A file that says which addresses changed: how it is called, and what it says. */
interface Rules {
  readonly name: RegExp;
  readonly pairsIn: (text: string, path: string) => Pairs;
}

/** That of Netlify, Cloudflare Pages and others, whatever generator copies it. */
export const REDIRECTS_OF_HOSTS: Rules = { name: /(?:^|\/)_redirects$/, pairsIn: pairsInLines };
/** That which stands beside an export of Ghost. */
export const REDIRECTS_OF_GHOST: Rules = {
  name: /(?:^|\/)redirects[^/]*\.(?:json|ya?ml)$/i,
  pairsIn: (text, path) =>
    patternsIn(text, path).map(([pattern, to]) => [addressOf(pattern) ?? '', to] as const),
};

/** What files of an export say of addresses that changed; what stands for many leads nowhere here. */
export async function readMoved({ files }: ExportTree, { name, pairsIn }: Rules): Promise<Moved> {
  const pairs: (readonly [from: string, to: string])[] = [];
  for (const [path, file] of files)
    if (name.test(path) && file.bytes <= MOST_BYTES)
      for (const pair of pairsIn((await readText(file)) ?? '', path)) pairs.push(pair);
  return movedBy(pairs);
}

const MOST_BYTES = 1_000_000;

/** A path that leads to a path for good, `/vieux/ /neuf/ 301!`, which is meant where no status stands as well. */
const RULE = /^(\/[^\s*:]*)[ \t]+(\/[^\s*:]*)(?:[ \t]+30[18]!?)?[ \t]*(?:#.*)?$/;

function pairsInLines(text: string): Pairs {
  return text.split(/\r?\n/).map((line) => {
    const [, from = '', to = ''] = RULE.exec(line.trim()) ?? [];
    return [from, to];
  });
}

/** A list of objects in JSON, in YAML a table of what leads where for each status. */
function patternsIn(text: string, path: string): Pairs {
  if (path.toLowerCase().endsWith('.json'))
    return readJsonRows(text).map((row) => [textAt(row, 'from') ?? '', textAt(row, 'to') ?? '']);
  return Object.values(readData(path, text) ?? {}).flatMap((table) =>
    table !== undefined && isFields(table)
      ? Object.entries(table).map(([from, to]) => [from, typeof to === 'string' ? to : ''] as const)
      : [],
  );
}

/** The one address that a pattern stands for: `^\\/vieux\\/?$` is `/vieux/`; null for one of several. */
function addressOf(pattern: string): string | null {
  const plain = pattern
    .replace(/^\^|\$$/g, '')
    .replaceAll('\\/', '/')
    .replace(/\/\?$/, '/')
    .replace(/\\([.-])/g, '$1');
  return /^\/[^\\*+?()[\]{}|^$]*$/.test(plain) ? plain : null;
}

/** The texts with the addresses that led to theirs. */
export function withMoved(texts: readonly SiteText[], moved: Moved): readonly SiteText[] {
  if (moved.size === 0) return texts;
  return texts.map((text) => {
    const { addresses } = text.described;
    const old = addresses.flatMap((address) => moved.get(keyOf(address)) ?? []);
    const described = { ...text.described, addresses: [...new Set([...addresses, ...old])] };
    return old.length === 0 ? text : { ...text, described };
  });
}
