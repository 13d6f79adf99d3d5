import type { Difference } from '#content/git/tree-differences.ts';
import { areRules, mergeLines } from '#content/merge/merge-lines.ts';
import { mergeSettings } from '#content/merge/merge-settings.ts';
import { parseRedirectsFile, withRedirects } from '../../files/redirects-file.ts';
import { editSettingsFile } from '../../files/settings-edit.ts';
import { parseCapacityFile, parseSiteFile, type SettingsReading } from '../../files/settings-file.ts';
import { isSameValue } from '../../files/value-changes.ts';
import type { FileChange } from '../../model/change-set.ts';
import { CAPACITY_FILE, isImagePath, REDIRECTS_FILE, SITE_FILE } from '../../model/paths.ts';
import { clashOf } from './clash.ts';
import type { Outcome, ReadBlob } from './merge-post-moves.ts';

export interface FileMoves {
  readonly ours: Difference;
  readonly theirs: Difference;
}

interface Texts {
  readonly base: Uint8Array;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}

/**
 * A file other than a post that both sides changed: settings value by value, redirects by address, images by content, other
 * texts by line. What exists on one side stays. What cannot be put together is ours, and the author is asked.
 */
export async function mergeFiles({ ours, theirs }: FileMoves, read: ReadBlob): Promise<Outcome> {
  const { path, was } = ours;
  if (ours.is === theirs.is) return NOTHING;
  if (ours.is === null && theirs.is !== null) return written(path, await read(theirs.is));
  if (theirs.is === null || ours.is === null) return { changes: [], clash: null };
  const texts = {
    base: was === null ? null : await read(was),
    ours: await read(ours.is),
    theirs: await read(theirs.is),
  };
  const merged = isImagePath(path) ? null : mergeTexts(path, texts);
  if (merged !== null) return Buffer.compare(merged, texts.ours) === 0 ? NOTHING : written(path, merged);
  return disputed({ ours, theirs });
}

/** Symbolic links that both changed, which are no text: ours stays, and the author is asked. */
export function linksDisputed({ ours, theirs }: FileMoves): Outcome {
  return ours.is === theirs.is ? NOTHING : disputed({ ours, theirs });
}

function disputed({ ours, theirs }: FileMoves): Outcome {
  const { path, was } = ours;
  const at = (id: string | null) => (id === null ? null : { path, id });
  const versions = { base: at(was), ours: at(ours.is), theirs: at(theirs.is) };
  return { changes: [], clash: clashOf({ kind: 'file', path, postId: null, title: path, ...versions }) };
}

const NOTHING: Outcome = { changes: [], clash: null };

function written(path: string, bytes: Uint8Array): Outcome {
  const change: FileChange = { path, bytes };
  return { changes: [change], clash: null };
}

function mergeTexts(
  path: string,
  texts: Omit<Texts, 'base'> & { readonly base: Uint8Array | null },
): Uint8Array | null {
  const { base, ours, theirs } = texts;
  if (path === REDIRECTS_FILE) return mergeRedirects({ base: base ?? new Uint8Array(), ours, theirs });
  if (base === null && (path === SITE_FILE || path === CAPACITY_FILE)) return null;
  if (base !== null && path === SITE_FILE) return mergeValues({ base, ours, theirs }, parseSiteFile);
  if (base !== null && path === CAPACITY_FILE) return mergeValues({ base, ours, theirs }, parseCapacityFile);
  return mergeLines({ base, ours, theirs }, areRules(path) ? 'rules' : 'text');
}

/** Our file, where every address leads that only they changed. */
function mergeRedirects({ base, ours, theirs }: Texts): Uint8Array | null {
  const [was, mine, other] = [base, ours, theirs].map((bytes) => parseRedirectsFile(bytes).redirects);
  if (!was || !mine || !other) return null;
  const [before, here] = [new Map(was), new Map(mine)];
  const changed = other.filter(
    ([from, to]) => before.get(from) !== to && here.get(from) === before.get(from),
  );
  return withRedirects(ours, changed);
}

/** By lines where that says what the values say, so that comments of both sides stay; else the values into our file. */
function mergeValues(
  texts: Texts,
  parse: (bytes: Uint8Array) => SettingsReading<unknown>,
): Uint8Array | null {
  const [base, ours, theirs] = [texts.base, texts.ours, texts.theirs].map(parse);
  if (base?.kind !== 'ok' || ours?.kind !== 'ok' || theirs?.kind !== 'ok') return null;
  const [mine, other] = withLaterDate(ours.value, theirs.value);
  const merged = mergeSettings({ base: base.value, ours: mine, theirs: other });
  if (merged === null) return null;
  const byLines = mergeLines(texts, 'text');
  const read = byLines === null ? null : parse(byLines);
  if (byLines !== null && read?.kind === 'ok' && isSameValue(read.value, merged)) return byLines;
  return editSettingsFile(texts.ours, ours.value, merged);
}

/** Every change of the availability is dated: of two dates the later one holds. */
function withLaterDate(ours: unknown, theirs: unknown): readonly [unknown, unknown] {
  const [mine, other] = [dateOf(ours), dateOf(theirs)];
  if (mine === null || other === null || typeof ours !== 'object' || typeof theirs !== 'object')
    return [ours, theirs];
  const updatedAt = mine > other ? mine : other;
  return [
    { ...ours, updatedAt },
    { ...theirs, updatedAt },
  ];
}

function dateOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('updatedAt' in value)) return null;
  return typeof value.updatedAt === 'string' ? value.updatedAt : null;
}
