import { describe, expect, it } from 'vitest';
import { isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml';
import {
  isPlainMap,
  isSameValue,
  type ValueChange,
  type ValuePath,
  valueAt,
  withChange,
} from '#content/model/difference/value-changes.ts';
import { oddText } from '../testing/odd-texts.ts';
import { oddYaml } from '../testing/odd-yaml.ts';
import { createRandom, type Random } from '../testing/random.ts';
import { rounds } from '../testing/rounds.ts';
import { readYamlMapping } from './yaml-document.ts';
import { type EditOptions, editYaml } from './yaml-edit.ts';

/** What the package makes of a text by itself, numbers and flags as they are written; null where aliases lead nowhere or round. */
function meaningOf(text: string): unknown {
  const document = parseDocument(text, {
    schema: 'core',
    merge: false,
    logLevel: 'silent',
    customTags: (tags) =>
      tags.filter((tag) => typeof tag === 'string' || !/:(?:int|float|bool)$/.test(tag.tag)),
  });
  expect(document.errors, text).toEqual([]);
  try {
    return normal(document.toJS({ maxAliasCount: -1, mapAsMap: true }));
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof RangeError) return null;
    throw error;
  }
}

/** Maps as plain objects without what is null, every scalar as a text. */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => normal(item) ?? null);
  if (value instanceof Map || isPlainMap(value)) {
    const pairs = value instanceof Map ? [...value] : Object.entries(value);
    const named = pairs.map(([key, item]) => [nameOf(key), normal(item)] as const);
    return Object.fromEntries(named.filter(([, item]) => item !== undefined));
  }
  if (value === null || value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function nameOf(key: unknown): string {
  const name = normal(key);
  return typeof name === 'string' ? name : JSON.stringify(name ?? null);
}

/** Steps to all that has a place; what stands under a key that is a list or a map has none. */
function pathsOf(value: unknown, path: ValuePath = []): readonly ValuePath[] {
  const below = Array.isArray(value) ? [...value.entries()] : isPlainMap(value) ? Object.entries(value) : [];
  return below
    .filter(([step]) => !/^[[{]/.test(String(step)))
    .flatMap(([step, item]) => [[...path, step], ...pathsOf(item, [...path, step])]);
}

function someValue(random: Random): unknown {
  const text = (): string => oddText(random).replace(/\p{Surrogate}/gu, '');
  return random.pick<() => unknown>([
    () => 'deux',
    () => '7',
    text,
    text,
    text,
    () => `${'un mot et '.repeat(20)}fin`,
    () => random.oneIn(2),
    () => [text(), 'b'],
    () => [],
    () => ({ m: text(), n: ['x'] }),
    () => null,
    () => undefined,
  ])();
}

function someChange(random: Random, value: unknown): ValueChange {
  const paths = pathsOf(value);
  const path = paths.length === 0 || random.oneIn(6) ? ['neuf'] : random.pick(paths);
  const present = valueAt(value, path);
  if (Array.isArray(present) && random.oneIn(2)) {
    const index = random.below(present.length + 1);
    const removed = random.below(present.length - index + 1);
    return { kind: 'items', path, index, removed, added: random.oneIn(2) ? ['ajout', { k: 'v' }] : [] };
  }
  const inner = isPlainMap(present) && random.oneIn(2) ? [...path, random.pick(['neuf', 'a'])] : path;
  const wanted = someValue(random);
  // An item is taken away by a change of its list.
  const isItem = typeof inner.at(-1) === 'number';
  return { kind: 'set', path: inner, value: isItem && wanted === undefined ? 'x' : wanted };
}

interface Attempt {
  readonly text: string;
  /** The text after the change; null when it was refused. */
  readonly edited: string | null;
  readonly change: ValueChange;
}

/** One random text, changed, once it is proven that nothing else was; null when it is no YAML to begin with. */
function attempt(seed: number): Attempt | null {
  const random = createRandom(seed);
  const text = oddYaml(random);
  const mapping = readYamlMapping(text);
  const before = mapping.kind === 'mapping' ? meaningOf(text) : null;
  if (mapping.kind !== 'mapping' || before === null) return null;
  const change = someChange(random, before);
  const options: EditOptions = {
    layout: random.pick(['line', 'lines']),
    words: [],
    order: random.oneIn(2) ? ['b', 'neuf', 'a'] : [],
    lineEnd: text.includes('\r\n') ? '\r\n' : '\n',
  };
  const edit = editYaml({ text, mapping }, [change], options);
  if (edit.kind === 'refused') return { text, edited: null, change };
  const after = withChange(before, change);
  const told = `seed ${seed}: ${JSON.stringify(change)}\n${text}\n→\n${edit.text}`;
  const meaning = meaningOf(edit.text);
  if (!isSameValue(meaning, after)) expect(meaning, told).toEqual(after);
  const loneLineFeed = /(?<!\r)\n/;
  if (!loneLineFeed.test(text) && loneLineFeed.test(edit.text) && text.includes('\r\n'))
    expect.fail(`Line ends of ${told}`);
  // What items did, they would do once more.
  const twice = change.kind === 'set' ? editYaml(edit, [change], options) : edit;
  if (twice.kind === 'refused' || twice.text !== edit.text) expect.fail(`The same again, ${told}`);
  return { text, edited: edit.text, change };
}

/** Whether all that stands before a value and behind it came back, or, where there was none, the whole text. */
function keepsTheRest({ text, change }: Attempt, edited: string): boolean {
  const { path } = change;
  const parent: unknown = parseDocument(text, { schema: 'failsafe' }).getIn(path.slice(0, -1), true);
  const step = path.at(-1);
  const pair = isMap(parent)
    ? parent.items.find(({ key }) => isScalar(key) && key.source === step)
    : undefined;
  const node = isSeq(parent) ? parent.items[Number(step)] : pair?.value;
  if (!isNode(node) || !node.range || !isNode(parent)) return isInsertion(text, edited);
  const start = isNode(pair?.key) ? pair.key.range?.[1] : parent.range?.[0];
  // Comments behind a list or a map are part of what the package calls its range.
  const end = isScalar(node) ? node.range[1] : node.range[2];
  return edited.startsWith(text.slice(0, start)) && edited.endsWith(text.slice(end));
}

function isInsertion(text: string, edited: string): boolean {
  let shared = 0;
  while (shared < text.length && text[shared] === edited[shared]) shared += 1;
  return edited.endsWith(text.slice(shared));
}

const SEEDS = rounds({ few: 250, all: 5000 });

describe('editYaml, on any YAML', () => {
  it('changes the value that is meant and no other, and no byte around it, or refuses', () => {
    let [edited, refused] = [0, 0];
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const result = attempt(seed);
      if (result === null) continue;
      if (result.edited === null) refused += 1;
      else edited += 1;
      // Anchors and tags may tie a value to others, and a map without braces in a list needs them to grow.
      if (/[&*!?]|p: q/.test(result.text)) continue;
      const told = `seed ${seed}: ${JSON.stringify(result.change)}\n${result.text}\n→\n${result.edited}`;
      if (result.edited === null) expect.fail(told);
      const isRemoval = result.change.kind === 'set' && result.change.value === undefined;
      if (!isRemoval && !keepsTheRest(result, result.edited)) expect.fail(told);
    }
    expect(edited).toBeGreaterThan(SEEDS / 4);
    expect(refused).toBeLessThan(edited / 8);
  });
});
