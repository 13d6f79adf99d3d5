import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { ImportedFile, ImportedItem, ImportedText, System } from '../import/imported.ts';
import { readExport } from '../import/read-export.ts';
import { hasCode } from '../model/errors.ts';
import { zipOf } from './zips.ts';

/** Contents by path. */
export type ExportFiles = Readonly<Record<string, string | Buffer>>;

/** Exports made of files in a folder of each test's own. */
export interface MadeExports {
  /** The path of a folder that holds these files. */
  readonly folder: (files: ExportFiles) => string;
  /** The path of a zip that holds these files. */
  readonly zip: (files: ExportFiles) => Promise<string>;
  /** The path of one file with this content. */
  readonly file: (name: string, content: string | Buffer) => string;
}

export function useExports(): MadeExports {
  let place: string;
  beforeEach(() => {
    place = mkdtempSync(path.join(tmpdir(), 'encrier-export-'));
  });
  afterEach(() => rmSync(place, { recursive: true }));
  return {
    folder: (files) => {
      const folder = path.join(place, 'blog');
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        writeFileSync(path.join(folder, name), content);
      }
      return folder;
    },
    zip: async (files) => {
      const file = path.join(place, 'export.zip');
      writeFileSync(file, await zipOf(files));
      return file;
    },
    file: (name, content) => {
      const file = path.join(place, name);
      writeFileSync(file, content);
      return file;
    },
  };
}

/** Every item of an export, in the order of its reader, which tells `onBytes` how far it is. */
export async function itemsOf(
  file: string,
  onBytes: (count: number) => void = () => undefined,
): Promise<readonly ImportedItem[]> {
  const workFolder = mkdtempSync(path.join(tmpdir(), 'encrier-reading-'));
  const options = { signal: new AbortController().signal, onBytes, workFolder };
  const items: ImportedItem[] = [];
  try {
    for await (const item of readExport([{ name: path.basename(file), path: file }], options))
      items.push(item);
  } finally {
    rmSync(workFolder, { recursive: true });
  }
  return items;
}

type Recognition =
  | { readonly kind: 'known'; readonly system: System }
  | { readonly kind: 'refused'; readonly reason: string };

/** Which system a file is known to come from. */
export async function recognized(file: string): Promise<Recognition> {
  try {
    const site = (await itemsOf(file)).find((item) => item.kind === 'site');
    if (site === undefined) throw new TypeError('an export of no site');
    return { kind: 'known', system: site.system };
  } catch (error) {
    if (!hasCode(error, 'invalid')) throw error;
    return { kind: 'refused', reason: error.data.reason };
  }
}

/** Texts in the order of their ids. */
export function textsOf(items: readonly ImportedItem[]): readonly ImportedText[] {
  return items.filter((item) => item.kind === 'text').toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Files in the order of their first addresses. */
export function filesOf(items: readonly ImportedItem[]): readonly ImportedFile[] {
  return items
    .filter((item) => item.kind === 'file')
    .toSorted((a, b) => ((a.addresses[0] ?? '') < (b.addresses[0] ?? '') ? -1 : 1));
}

/** The addresses of feeds. */
export function feedsOf(items: readonly ImportedItem[]): readonly string[] {
  return items.flatMap((item) => (item.kind === 'list' && item.of === 'feed' ? item.addresses : []));
}

/** Kind and words of each note of a text. */
export function noted(text: ImportedText | undefined): readonly string[] {
  return (text?.notes ?? []).map(({ kind, what }) => `${kind} ${what}`);
}

/** What an export has that is not taken, and how much of each. */
export function leftOutOf(
  items: readonly ImportedItem[],
): readonly (readonly [what: string, count: number])[] {
  return items.flatMap((item) => (item.kind === 'left-out' ? [[item.what, item.count] as const] : []));
}
