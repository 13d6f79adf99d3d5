import { type ExportTree, readText } from '../export-tree.ts';
import { keyOf } from './links.ts';
import type { SiteText } from './site-text.ts';

/** By the key of where they lead, the addresses that a site left. */
export type Moved = ReadonlyMap<string, readonly string[]>;

/** What left one address for another, each once. */
export function movedBy(pairs: readonly (readonly [from: string, to: string])[]): Moved {
  const moved = new Map<string, string[]>();
  for (const [from, to] of pairs) {
    if (from === '' || keyOf(from) === keyOf(to)) continue;
    const known = moved.get(keyOf(to));
    if (known === undefined) moved.set(keyOf(to), [from]);
    else if (!known.includes(from)) known.push(from);
  }
  return moved;
}

/** A path that leads to a path for good, `/vieux/ /neuf/ 301!`, which is meant where no status stands as well. */
const RULE = /^(\/[^\s*:]*)[ \t]+(\/[^\s*:]*)(?:[ \t]+30[18]!?)?[ \t]*(?:#.*)?$/;

/** The file `_redirects` by which Netlify, Cloudflare Pages and others are told of addresses that changed, whatever generator copies it. */
export async function readMoved(tree: ExportTree): Promise<Moved> {
  const pairs: (readonly [from: string, to: string])[] = [];
  for (const [path, file] of tree.files) {
    if (!/(?:^|\/)_redirects$/.test(path) || file.bytes > MOST_BYTES) continue;
    for (const line of ((await readText(file)) ?? '').split(/\r?\n/)) {
      const [, from = '', to = ''] = RULE.exec(line.trim()) ?? [];
      pairs.push([from, to]);
    }
  }
  return movedBy(pairs);
}

const MOST_BYTES = 1_000_000;

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
