import { invertedEffects } from '@codemirror/commands';
import {
  type EditorState,
  type Extension,
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

const field = StateField.define<LineEnds>({
  create: () => ({ usual: '\n', others: Decoration.none }),
  update(ends, transaction) {
    let next = transaction.docChanged ? { ...ends, others: ends.others.map(transaction.changes) } : ends;
    for (const effect of transaction.effects) if (effect.is(setLineEnds)) next = effect.value;
    return next;
  },
});

/** What undoing a transaction has to put back beside its text: how lines ended, where some may have gone that ended otherwise. */
function endsBefore(transaction: Transaction): readonly StateEffect<LineEnds>[] {
  const before = transaction.startState.field(field);
  const isSaidAnew = transaction.effects.some((effect) => effect.is(setLineEnds));
  const mayLose = transaction.docChanged && before.others.size > 0;
  return isSaidAnew || mayLose ? [setLineEnds.of(before)] : [];
}

/**
 * Keeps how each line of a file ends, mixed ends too: a line the author does not touch ends as before, one undone
 * ends as it did, a new one ends as most of the file do.
 */
export function keepLineEnds(file: string): Extension {
  return [field.init(() => readLineEnds(file)), invertedEffects.of(endsBefore)];
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

/** Where a place of a file is in the editor's text; inside of a line end, before it. */
export function editorOffset(file: string, offset: number): number {
  const isInside = file[offset - 1] === '\r' && file[offset] === '\n';
  return editorText(file.slice(0, isInside ? offset - 1 : offset)).length;
}
