import type { TreeChange } from '#content/model/change-set.ts';
import { ContentError, ifSound } from '#content/model/errors.ts';
import { objectId } from './objects/object-id.ts';
import type { ObjectStore } from './objects/objects.ts';
import { createEntryLookup, fileId } from './tree-differences.ts';

/** What git does to a file on its way into a repository and out of it (gitattributes(5)), and Encrier does not. */
export interface Conversion {
  /** By a program that the machine's settings name (Git LFS, git-crypt), or from and to another encoding. */
  readonly kind: 'filter' | 'encoding';
  /** « lfs », « UTF-16 ». */
  readonly name: string;
}

interface Rule {
  readonly matches: (file: string) => boolean;
  readonly attributes: ReadonlyMap<string, string | null>;
}

/** One of a pattern: of the letters of a name, or of the names of a path. */
interface Token {
  readonly test: (item: string) => boolean;
  /** Whether it stands for any number of them, none included. */
  readonly isMany: boolean;
}

/** The texts of files of attributes by their path in the repository; null where there is none. */
type ReadText = (file: string) => Promise<string | null>;

const FILE = '.gitattributes';
const BYTE_FOR_BYTE = /^utf-?8$/i;

/** Tells what git converts of the files of one commit or folder. `ofMachine` is what stands above all others (`info/attributes`). */
export function createConversions(read: ReadText, ofMachine = '') {
  const rules = new Map<string, Promise<readonly Rule[]>>();
  const macros = new Map<string, ReadonlyMap<string, string | null>>();
  const above = parseRules(ofMachine, macros);

  function rulesOf(folder: string): Promise<readonly Rule[]> {
    const file = folder === '' ? FILE : `${folder}/${FILE}`;
    const known = rules.get(folder) ?? read(file).then((text) => parseRules(text ?? '', macros));
    rules.set(folder, known);
    return known;
  }

  return async (file: string): Promise<Conversion | null> => {
    const names = file.split('/');
    const said = new Map<string, string | null>();
    const say = (below: string, found: readonly Rule[]): void => {
      for (const { matches, attributes } of found)
        if (matches(below)) for (const [name, value] of attributes) said.set(name, value);
    };
    // The nearest to the file has the last word.
    for (let depth = 0; depth < names.length; depth += 1)
      say(names.slice(depth).join('/'), await rulesOf(names.slice(0, depth).join('/')));
    say(file, above);
    const [filter, encoding] = [said.get('filter'), said.get('working-tree-encoding')];
    if (filter != null) return { kind: 'filter', name: filter };
    return encoding == null || BYTE_FOR_BYTE.test(encoding) ? null : { kind: 'encoding', name: encoding };
  };
}

function parseRules(text: string, macros: Map<string, ReadonlyMap<string, string | null>>): readonly Rule[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, quoted, plain, rest = ''] = /^\s*(?:"((?:\\.|[^"])*)"|([^\s#"]\S*))\s+(.*)$/.exec(line) ?? [];
    const pattern = quoted?.replace(/\\(.)/g, '$1') ?? plain;
    if (pattern === undefined) return [];
    const attributes = parseAttributes(rest, macros);
    if (!pattern.startsWith('[attr]')) return [{ matches: pathPattern(pattern), attributes }];
    macros.set(pattern.slice('[attr]'.length), attributes);
    return [];
  });
}

/** Null for one that is taken back. */
function parseAttributes(text: string, macros: ReadonlyMap<string, ReadonlyMap<string, string | null>>) {
  const attributes = new Map<string, string | null>();
  for (const word of text.split(/\s+/)) {
    const [, sign, name = '', value = null] = /^([-!]?)([^=]+)(?:=(.*))?$/.exec(word) ?? [];
    for (const [one, meant] of macros.get(name) ?? []) attributes.set(one, sign === '' ? meant : null);
    attributes.set(name, sign === '' ? value : null);
  }
  return attributes;
}

/** A pattern of gitattributes(5) or gitignore(5): of a name, wherever it stands, or of a path where it holds a slash. */
function pathPattern(pattern: string): (file: string) => boolean {
  const isOfPath = pattern.includes('/');
  const names = pattern.replace(/^\//, '').split('/');
  const tokens = names.map((name): Token => {
    const letters = name === '**' ? [] : nameTokens(name);
    return {
      isMany: name === '**',
      test: name === '**' ? () => true : (item) => matchesAll(letters, item.match(/[^]/gu) ?? []),
    };
  });
  return (file) => matchesAll(tokens, isOfPath ? file.split('/') : file.split('/').slice(-1));
}

function nameTokens(name: string): readonly Token[] {
  const parts = name.match(/\\.|\[[!^]?\]?(?:\[:[a-z]+:\]|\\.|[^\]])*\]|\*+|[^]/gu) ?? [];
  return parts.map((part): Token => {
    if (part.startsWith('*')) return { isMany: true, test: () => true };
    if (part === '?') return { isMany: false, test: () => true };
    if (part.startsWith('[') && part.length > 1) return { isMany: false, test: inClass(part) };
    const letter = part.startsWith('\\') ? part.slice(1) : part;
    return { isMany: false, test: (item) => item === letter };
  });
}

/** The classes of letters that git knows by name, of ASCII alone (its wildmatch.c). */
const NAMED: ReadonlyMap<string | undefined, RegExp> = new Map([
  ['alnum', /[a-z\d]/i],
  ['alpha', /[a-z]/i],
  ['blank', /[ \t]/],
  ['digit', /\d/],
  ['graph', /[!-~]/],
  ['lower', /[a-z]/],
  ['print', /[ -~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /[\t-\r ]/],
  ['upper', /[A-Z]/],
  ['xdigit', /[\da-f]/i],
]);

function inClass(part: string): (letter: string) => boolean {
  const [, not = '', inside = ''] = /^\[([!^]?)([^]*)\]$/.exec(part) ?? [];
  const ranges = [...inside.matchAll(/\[:([a-z]+):\]|\\?([^])-\\?([^])|\\?([^])/gu)];
  const isIn = (letter: string): boolean =>
    ranges.some(([, named, from, to, one]) =>
      from !== undefined && to !== undefined
        ? from <= letter && letter <= to
        : letter === one || NAMED.get(named)?.test(letter) === true,
    );
  return (letter) => isIn(letter) === (not === '');
}

/** In a time that grows with both lengths, whatever the pattern: whoever wrote the repository wrote it. */
function matchesAll(tokens: readonly Token[], items: readonly string[]): boolean {
  const reached = (from: Iterable<number>): Set<number> => {
    const states = new Set<number>();
    for (let state of from) {
      states.add(state);
      while (tokens[state]?.isMany === true) states.add((state += 1));
    }
    return states;
  };
  let states = reached([0]);
  for (const item of items) {
    const passed = [...states].filter((state) => tokens[state]?.test(item) === true);
    states = reached(passed.map((state) => (tokens[state]?.isMany === true ? state : state + 1)));
  }
  return states.has(tokens.length);
}

/**
 * Refuses other bytes (ContentError 'invalid') where a tree asks for a filter: whoever has it would find a file that was never filtered.
 * What Git LFS left in the place of a file may go anywhere.
 */
export async function refuseUnfiltered(
  objects: Pick<ObjectStore, 'read' | 'readTree'>,
  tree: string | null,
  changes: readonly TreeChange[],
): Promise<void> {
  const entryOf = tree === null ? () => null : createEntryLookup(objects, tree);
  const idOf = async (file: string) => fileId(await entryOf(file));
  const conversionOf = createConversions(async (file) => {
    const id = await idOf(file);
    // What the repository lost of it asks for nothing: the loss is told elsewhere.
    const stated = id === null ? null : await ifSound(objects.read(id), null);
    return stated && stated.bytes.toString();
  });
  for (const change of changes) {
    if ('blob' in change || change.bytes === null) continue;
    const conversion = await conversionOf(change.path);
    if (conversion?.kind !== 'filter') continue;
    if (isPointer(change.bytes) || (await idOf(change.path)) === objectId('blob', change.bytes)) continue;
    const reason = `Ce dépôt fait passer les fichiers de ce nom par un filtre de git («\u00a0${conversion.name}\u00a0», .gitattributes), qu’Encrier ne sait pas appliquer\u00a0: ajoutez celui-ci par git, ou ôtez-en le filtre.`;
    throw new ContentError('invalid', { path: change.path, reason });
  }
}

/** Longer than what Git LFS leaves in the place of a file, and how that begins (its specification). */
export const MAX_POINTER_BYTES = 1024;
const POINTER_START = 'version https://git-lfs.github.com/spec/';

/** Of such an image, in French. */
export const LFS_POINTER =
  'C’est un renvoi de Git LFS, pas l’image elle-même\u00a0: le site ne pourra pas la montrer. Envoyez-la sans LFS.';

/** Whether a blob is what Git LFS leaves in the place of a file that it keeps elsewhere. */
export async function isPointerAt(
  objects: Pick<ObjectStore, 'read' | 'sizeOf'>,
  blob: string,
): Promise<boolean> {
  const header = await objects.sizeOf(blob);
  const mayBe = header !== null && header.size <= MAX_POINTER_BYTES;
  return mayBe && isPointer((await objects.read(blob)).bytes);
}

function isPointer(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).toString('latin1', 0, MAX_POINTER_BYTES).startsWith(POINTER_START);
}
