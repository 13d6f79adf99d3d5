import { isolateHistory } from '@codemirror/commands';
import { Annotation, type EditorState, type TransactionSpec } from '@codemirror/state';
import { editorOffset, editorText, readLineEnds, setLineEnds } from './line-ends.ts';

/** A change that comes from the page: it knows of it already. */
export const fromOutside = Annotation.define<boolean>();

/** Makes `file` the text of the editor by changing what differs: the cursor, and what can be undone, stay. */
export function takeText(state: EditorState, file: string): TransactionSpec {
  const before = state.doc.toString();
  const after = editorText(file);
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  return {
    changes: { from: start, to: before.length - end, insert: after.slice(start, after.length - end) },
    effects: setLineEnds.of(readLineEnds(file)),
    // Undone alone: never with the letters typed just before or after.
    annotations: [fromOutside.of(true), isolateHistory.of('full')],
  };
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length))
    length += 1;
  return length;
}

/** Puts `text` in the place of a part of the file, given by its offsets there. */
export function replaceInFile(state: EditorState, from: number, to: number, text: string): TransactionSpec {
  return {
    changes: { from: editorOffset(state, from), to: editorOffset(state, to), insert: editorText(text) },
    userEvent: 'input',
    scrollIntoView: true,
  };
}
