import type { BodyPart } from '../model/merge.ts';
import { afterEdits, newEdits, type OracleEdit } from './merge-oracle-edits.ts';
import {
  type BlockKind,
  bodyText,
  FILLERS,
  newPost,
  type OraclePost,
  postFile,
} from './merge-oracle-posts.ts';
import { createRandom } from './random.ts';

type OracleOutcome =
  | { readonly kind: 'merged'; readonly text: string }
  | { readonly kind: 'asked'; readonly body: readonly BodyPart[] };

type OracleMerge = (base: string, ours: string, theirs: string) => OracleOutcome;

interface OracleRound {
  readonly base: OraclePost;
  readonly ours: OraclePost;
  readonly theirs: OraclePost;
  readonly edits: { readonly both: Edits; readonly ours: Edits; readonly theirs: Edits };
}

type Edits = readonly OracleEdit[];

interface Verdict {
  readonly kind: 'merged' | 'asked';
  /** Whether both touched different places, so that the merge is not in doubt. */
  readonly isPlain: boolean;
  /** What is wrong about it; each begins with the name of the rule. */
  readonly faults: readonly string[];
}

/** A post and the edits of two authors, who sometimes begin with the same ones. */
export function oracleRound(seed: number): OracleRound {
  const random = createRandom(seed);
  const base = newPost(random);
  const both = random.oneIn(5) ? newEdits(random, base, 'commun').slice(0, 2) : [];
  const start = afterEdits(base, both) ?? base;
  const [ours, theirs] = [newEdits(random, start, 'nous'), newEdits(random, start, 'eux')];
  return {
    base,
    ours: afterEdits(start, ours) ?? start,
    theirs: afterEdits(start, theirs) ?? start,
    edits: { both, ours, theirs },
  };
}

/** Judges the merge of a round by what the edits were, not by how texts are compared. */
export function judgeMerge(merge: OracleMerge, round: OracleRound): Verdict {
  const [base, ours, theirs] = [postFile(round.base), postFile(round.ours), postFile(round.theirs)];
  const outcome = merge(base, ours, theirs);
  const swapped = merge(base, theirs, ours);
  const expected = plainResult(round);
  const faults = [
    ...oneSided(merge, { base, ours, theirs }),
    ...(isSameOutcome(outcome, swapped) ? [] : ['swapped: another result']),
    ...missing(outcome, round),
    ...(outcome.kind === 'merged' ? wrongText(outcome.text, round) : doubledChoice(outcome.body, round)),
    ...(expected !== null && outcome.kind === 'merged' && !isAsExpected(outcome.text, expected, round)
      ? [`plain: not ${expected}`]
      : []),
  ];
  return { kind: outcome.kind, isPlain: expected !== null, faults };
}

/** Both edits together, where they touch different places and may be made in either order. */
function plainResult({ base, edits }: OracleRound): string | null {
  const touched = Object.values(edits).flatMap((some) => [
    ...new Set(some.flatMap(({ touches }) => touches)),
  ]);
  if (new Set(touched).size < touched.length) return null;
  const one = afterEdits(base, [...edits.both, ...edits.ours, ...edits.theirs]);
  const other = afterEdits(base, [...edits.both, ...edits.theirs, ...edits.ours]);
  if (one === null || other === null || [base, one].some(hasListsTogether)) return null;
  // Tags that both added are in either order.
  const { tags } = one;
  return bodyText(one.blocks) === bodyText(other.blocks) && tags.join() === other.tags.join()
    ? postFile(one)
    : null;
}

/** The same text, or the same words where only what was added stands in another order. */
function isAsExpected(text: string, expected: string, { base }: OracleRound): boolean {
  const places = (whole: string): string =>
    [...piecesOf(base)]
      .sort((a, b) => plain(whole).indexOf(plain(a)) - plain(whole).indexOf(plain(b)))
      .join();
  return text === expected || (isSameUpToOrder(text, expected) && places(text) === places(expected));
}

const LISTS: readonly BlockKind[] = ['bullets', 'loose', 'nested', 'numbered'];

/** Markdown has two lists of one kind, one after the other, for one. */
function hasListsTogether({ blocks }: OraclePost): boolean {
  return blocks.some(
    ({ kind }, at) => LISTS.includes(kind) && LISTS.includes(blocks[at + 1]?.kind ?? 'prose'),
  );
}

function oneSided(
  merge: OracleMerge,
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
): readonly string[] {
  const isText = (outcome: OracleOutcome, text: string): boolean =>
    outcome.kind === 'merged' && outcome.text === text;
  return [
    ...(isText(merge(base, ours, base), ours) ? [] : ['one side: ours is not given back']),
    ...(isText(merge(base, base, theirs), theirs) ? [] : ['one side: theirs is not given back']),
    ...(isText(merge(base, ours, ours), ours) ? [] : ['both alike: not given back']),
  ];
}

function isSameOutcome(one: OracleOutcome, other: OracleOutcome): boolean {
  if (one.kind === 'asked' || other.kind === 'asked') return one.kind === other.kind;
  return isSameUpToOrder(one.text, other.text);
}

function isSameUpToOrder(one: string, other: string): boolean {
  // A front matter without tags may say so or not.
  const words = (text: string): string =>
    text
      .replace('\ntags: []', '')
      .split(/[\s,[\]]+/)
      .sort()
      .join(' ');
  return words(one) === words(other);
}

function piecesOf({ blocks }: OraclePost): ReadonlySet<string> {
  return new Set(blocks.flatMap(({ pieces }) => pieces).filter((piece) => !FILLERS.includes(piece)));
}

function timesIn(text: string, piece: string): number {
  return plain(text).split(plain(piece)).length - 1;
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** What a reader, or an author before the question, has before their eyes. */
function shownBy(outcome: OracleOutcome): string {
  if (outcome.kind === 'merged') return outcome.text;
  return outcome.body
    .map((part) => (part.kind === 'agreed' ? part.text : `${part.theirs} ${part.yours}`))
    .join('');
}

/** What a side wrote, or both kept, must be there. */
function missing(outcome: OracleOutcome, round: OracleRound): readonly string[] {
  const shown = shownBy(outcome);
  const [base, ours, theirs] = [piecesOf(round.base), piecesOf(round.ours), piecesOf(round.theirs)];
  const due = [...ours, ...theirs].filter(
    (piece) => !base.has(piece) || (ours.has(piece) && theirs.has(piece)),
  );
  return due.filter((piece) => timesIn(shown, piece) === 0).map((piece) => `missing: ${piece}`);
}

function wrongText(text: string, round: OracleRound): readonly string[] {
  const [base, ours, theirs] = [piecesOf(round.base), piecesOf(round.ours), piecesOf(round.theirs)];
  const gone = [...base].filter((piece) => !ours.has(piece) || !theirs.has(piece));
  return [
    ...gone.filter((piece) => timesIn(text, piece) > 0).map((piece) => `back: ${piece}`),
    ...[...new Set([...ours, ...theirs])]
      .filter((piece) => timesIn(text, piece) > 1)
      .map((piece) => `doubled: ${piece}`),
    ...FILLERS.filter((filler) => !isJustified(filler, text, round)).map((filler) => `filler: ${filler}`),
    ...malformed(text.replaceAll('\r\n', '\n'), round),
    ...wrongFrontMatter(text.replaceAll('\r\n', '\n'), round),
  ];
}

/** Of a sentence that occurs several times, so many as the sides' changes together, or one of them alone, account for. */
function isJustified(filler: string, text: string, { base, ours, theirs }: OracleRound): boolean {
  const [inBase = 0, inOurs = 0, inTheirs = 0] = [base, ours, theirs].map(
    ({ blocks }) => blocks.flatMap(({ pieces }) => pieces).filter((piece) => piece === filler).length,
  );
  const times = timesIn(text, filler);
  const possible = [inOurs, inTheirs, inOurs + inTheirs - inBase];
  return Math.min(...possible) <= times && times <= Math.max(...possible);
}

function malformed(text: string, round: OracleRound): readonly string[] {
  const blocks = [round.base, round.ours, round.theirs].flatMap((post) => post.blocks);
  const codes = new Set(
    blocks.filter(({ kind }) => kind === 'code').map((block) => bodyText([block]).trim()),
  );
  const found = text.match(/^```js\n[^]*?^```$/gm) ?? [];
  const fences = text.match(/^```/gm)?.length ?? 0;
  const tables = text.match(/(?:^\|.*(?:\n|$))+/gm) ?? [];
  const lists = text.match(/(?:^\d+\. .*(?:\n|$))+/gm) ?? [];
  const notes = text.match(/^\[\^\w+\]:/gm) ?? [];
  const tags = (text.match(/^<\/?div>$/gm) ?? []).join('');
  return [
    ...(fences === found.length * 2 && found.every((code) => codes.has(code)) ? [] : ['malformed: code']),
    ...orphans(text, round).map((item) => `malformed: ${item} is below another item`),
    ...(tables.every(isTable) ? [] : ['malformed: table']),
    ...(lists.every(isCounted) ? [] : ['malformed: numbers']),
    ...(new Set(notes).size === notes.length ? [] : ['malformed: footnotes']),
    ...(tags.replaceAll('<div></div>', '') === '' ? [] : ['malformed: HTML']),
  ];
}

/** Items below an item of which they are no part in any version. */
function orphans(text: string, round: OracleRound): readonly string[] {
  const blocks = [round.base, round.ours, round.theirs].flatMap((post) => post.blocks);
  const nested = blocks.filter(({ kind }) => kind === 'nested');
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    if (!line.startsWith('  - ')) return [];
    const item = line.slice(4);
    const above = lines.slice(0, at).findLast((other) => !other.startsWith('  - ')) ?? '';
    const ids = new Set(nested.filter(({ pieces }) => pieces.includes(item)).map(({ id }) => id));
    const parents = nested.filter(({ id }) => ids.has(id)).map(({ pieces }) => `- ${pieces[0]}`);
    return parents.includes(above) ? [] : [item];
  });
}

function isTable(table: string): boolean {
  const [head, rule, ...rows] = table.trim().split('\n');
  return head === '| Nom | Prix |' && rule === '|---|---|' && rows.every((row) => / \| 10 \|$/.test(row));
}

function isCounted(list: string): boolean {
  const numbers = list
    .trim()
    .split('\n')
    .map((item) => Number.parseInt(item, 10));
  return numbers.every((number, at) => number === (numbers[0] ?? 0) + at);
}

function wrongFrontMatter(text: string, { base, ours, theirs }: OracleRound): readonly string[] {
  const front = text.slice(0, text.indexOf('\n---\n'));
  const merged = (name: 'title' | 'layout'): string =>
    ours[name] === base[name] ? theirs[name] : ours[name];
  const tags = [...new Set([...base.tags, ...ours.tags, ...theirs.tags])].filter((tag) =>
    base.tags.includes(tag) ? ours.tags.includes(tag) && theirs.tags.includes(tag) : true,
  );
  const written = [...new Set([...ours.comments, ...theirs.comments])].filter((comment) => comment !== '');
  const stated = (/^tags: \[(.*)\]$/m.exec(front)?.[1] ?? '').split(', ').filter((tag) => tag !== '');
  return [
    ...(front.includes(`\ntitle: ${merged('title')}\n`) ? [] : ['front matter: title']),
    ...(`${front}\n`.includes(`\nlayout: ${merged('layout')}\n`) ? [] : ['front matter: layout']),
    ...(stated.sort().join() === tags.sort().join() ? [] : [`front matter: tags ${stated.join()}`]),
    ...written
      .filter((comment) => !front.includes(`# ${comment}`))
      .map((comment) => `comment lost: ${comment}`),
  ];
}

/** Whichever side is taken throughout, nothing is there twice, and all that this side wrote is there. */
function doubledChoice(body: readonly BodyPart[], round: OracleRound): readonly string[] {
  const base = piecesOf(round.base);
  return (['theirs', 'yours'] as const).flatMap((side) => {
    const text = body.map((part) => (part.kind === 'agreed' ? part.text : part[side])).join('');
    const own = piecesOf(side === 'yours' ? round.ours : round.theirs);
    return [
      ...[...new Set([...piecesOf(round.ours), ...piecesOf(round.theirs)])]
        .filter((piece) => timesIn(text, piece) > 1)
        .map((piece) => `choice of ${side} doubles: ${piece}`),
      ...[...own]
        .filter((piece) => !base.has(piece) && timesIn(text, piece) === 0)
        .map((piece) => `choice of ${side} loses: ${piece}`),
    ];
  });
}
