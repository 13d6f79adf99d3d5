import { invertedEffects } from '@codemirror/commands';
import {
  type EditorState,
  type Extension,
  type Range,
  RangeSet,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state';
import { Decoration } from '@codemirror/view';

/** How a line may end in a file. The editor's own text knows `\n` only. */
const LINE_ENDS = ['\n', '\r\n', '\r'] as const;
type LineEnd = (typeof LINE_ENDS)[number];

/** How the lines of a file end: as most do, but for those that are named. */
export interface LineEnds {
  readonly usual: LineEnd;
  /** Where in the editor's text a line ends otherwise. */
  readonly others: RangeSet<Decoration>;
}

// Ranges need a value of a class of CodeMirror's; a mark that nothing shows is one.
const MARKS: Readonly<Record<LineEnd, Decoration>> = {
  '\n': Decoration.mark({ class: 'line-end-lf' }),
  '\r\n': Decoration.mark({ class: 'line-end-crlf' }),
  '\r': Decoration.mark({ class: 'line-end-cr' }),
};
const LINE_END = /\r\n|\r|\n/g;

function endOf(mark: Decoration): LineEnd {
  return LINE_ENDS.find((end) => MARKS[end] === mark) ?? '\n';
}

/** The text of a file as the editor holds it. */
export function editorText(file: string): string {
  return file.includes('\r') ? file.replace(LINE_END, '\n') : file;
}

export function readLineEnds(file: string): LineEnds {
  if (!file.includes('\r')) return { usual: '\n', others: Decoration.none };
  const found: { readonly at: number; readonly end: LineEnd }[] = [];
  let shorter = 0;
  for (const { 0: written, index } of file.matchAll(LINE_END)) {
    found.push({ at: index - shorter, end: LINE_ENDS.find((end) => end === written) ?? '\n' });
    shorter += written.length - 1;
  }
  const usual = mostFrequent(found.map(({ end }) => end));
  const others = found.filter(({ end }) => end !== usual);
  return { usual, others: RangeSet.of(others.map(({ at, end }) => MARKS[end].range(at, at + 1))) };
}

function mostFrequent(ends: readonly LineEnd[]): LineEnd {
  const count = (wanted: LineEnd) => ends.filter((end) => end === wanted).length;
  return LINE_ENDS.find((end) => count(end) > ends.length / 2) ?? '\n';
}

/** Says anew how every line ends. */
export const setLineEnds = StateEffect.define<LineEnds>({
  map: ({ usual, others }, changes) => ({ usual, others: others.map(changes) }),
});

/** Says how some lines end, after the change that put them there. */
const restoreLineEnds = StateEffect.define<RangeSet<Decoration>>({
  map: (ends, changes) => ends.map(changes),
});

const field = StateField.define<LineEnds>({
  create: () => ({ usual: '\n', others: Decoration.none }),
  update(ends, transaction) {
    let next = transaction.docChanged ? { ...ends, others: ends.others.map(transaction.changes) } : ends;
    for (const effect of transaction.effects) {
      if (effect.is(setLineEnds)) next = effect.value;
      if (effect.is(restoreLineEnds)) next = { ...next, others: withEnds(next.others, effect.value) };
    }
    return next;
  },
});

function withEnds(ends: RangeSet<Decoration>, more: RangeSet<Decoration>): RangeSet<Decoration> {
  const added = ranges(more);
  const isReplaced = (at: number) => added.some(({ from }) => from === at);
  return ends.update({ add: added, filter: (from) => !isReplaced(from), sort: true });
}

function ranges(ends: RangeSet<Decoration>): Range<Decoration>[] {
  const found: Range<Decoration>[] = [];
  ends.between(0, Number.MAX_SAFE_INTEGER, (from, to, mark) => {
    found.push(mark.range(from, to));
  });
  return found;
}

/** What undoing a transaction has to put back beside its text. */
function lostEnds(transaction: Transaction): readonly StateEffect<unknown>[] {
  const before = transaction.startState.field(field);
  if (transaction.effects.some((effect) => effect.is(setLineEnds))) return [setLineEnds.of(before)];
  if (!transaction.docChanged || before.others.size === 0) return [];
  const lost: Range<Decoration>[] = [];
  transaction.changes.iterChangedRanges((fromA, toA) => {
    before.others.between(fromA, toA, (from, to, mark) => {
      if (from >= fromA && to <= toA) lost.push(mark.range(from, to));
    });
  });
  return lost.length === 0 ? [] : [restoreLineEnds.of(RangeSet.of(lost))];
}

/**
 * Keeps how each line of a file ends, mixed ends too: a line the author does not touch ends as before, one undone
 * ends as it did, a new one ends as most of the file do.
 */
export function keepLineEnds(file: string): Extension {
  return [field.init(() => readLineEnds(file)), invertedEffects.of(lostEnds)];
}

/** The text of the editor as the file has it. */
export function fileText(state: EditorState): string {
  const { usual, others } = state.field(field);
  const text = state.doc.toString();
  if (others.size === 0) return usual === '\n' ? text : text.replaceAll('\n', usual);
  const parts: string[] = [];
  let at = 0;
  others.between(0, text.length, (from, to, mark) => {
    parts.push(text.slice(at, from).replaceAll('\n', usual), endOf(mark));
    at = to;
  });
  return parts.join('') + text.slice(at).replaceAll('\n', usual);
}

/** Where a place of the editor's text is in the file. */
function fileOffset(state: EditorState, position: number): number {
  const { usual, others } = state.field(field);
  let breaks = state.doc.lineAt(position).number - 1;
  let longer = 0;
  others.between(0, position, (_from, to, mark) => {
    if (to > position) return;
    breaks -= 1;
    longer += endOf(mark).length - 1;
  });
  return position + longer + breaks * (usual.length - 1);
}

/** Where a place of the file is in the editor's text; inside of a line end, before it. */
export function editorOffset(state: EditorState, offset: number): number {
  let low = 0;
  let high = state.doc.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fileOffset(state, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
