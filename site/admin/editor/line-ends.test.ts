import { history, redo, undo } from '@codemirror/commands';
import { EditorState, type Transaction } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { ODD_TEXTS } from '#content/testing/odd-texts.ts';
import { takeText } from './editor-controller.ts';
import { editorOffset, editorText, fileText, keepLineEnds } from './line-ends.ts';

function open(file: string): EditorState {
  return EditorState.create({ doc: editorText(file), extensions: [keepLineEnds(file), history()] });
}

function run(state: EditorState, command: typeof undo): EditorState {
  let next = state;
  command({
    state,
    dispatch: (transaction: Transaction) => {
      next = transaction.state;
    },
  });
  return next;
}

const MIXED = 'un\r\ndeux\ntrois\rquatre\r\n\r\ncinq\n';

describe('fileText', () => {
  it('gives back every odd text as it was', () => {
    for (const text of [...ODD_TEXTS, ...ODD_TEXTS.map((odd) => `${MIXED}${odd}\r\n${odd}\r`)]) {
      expect(fileText(open(text))).toBe(text);
    }
  });

  it('keeps the ends of the lines that are not touched', () => {
    const { state } = open(MIXED).update({ changes: { from: 4, insert: 'X' } });
    expect(fileText(state)).toBe('un\r\ndXeux\ntrois\rquatre\r\n\r\ncinq\n');
  });

  it('ends a new line as most of the file do', () => {
    const { state } = open('a\r\nb\r\nc\n').update({ changes: { from: 1, insert: '\nx' } });
    expect(fileText(state)).toBe('a\r\nx\r\nb\r\nc\n');
  });

  it('gives the same bytes after a change was undone, whatever the ends it took away', () => {
    const before = open(MIXED);
    const changed = before.update({ changes: { from: 0, to: before.doc.length, insert: 'x' } }).state;
    expect(fileText(changed)).toBe('x');
    const undone = run(changed, undo);
    expect(fileText(undone)).toBe(MIXED);
    expect(fileText(run(undone, redo))).toBe('x');
    expect(fileText(run(run(undone, redo), undo))).toBe(MIXED);
  });

  it('gives the same bytes after several changes were undone as one', () => {
    const before = open(MIXED);
    const typed = [7, 6, 2].reduce(
      (state, at) => state.update({ changes: { from: at, to: at + 1 }, userEvent: 'delete.backward' }).state,
      before,
    );
    expect(fileText(typed)).toBe('undeutrois\rquatre\r\n\r\ncinq\n');
    let undone = run(typed, undo);
    for (let step = 0; step < 3; step += 1) undone = run(undone, undo);
    expect(fileText(undone)).toBe(MIXED);
    for (let step = 0; step < 3; step += 1) undone = run(undone, redo);
    expect(fileText(undone)).toBe(fileText(typed));
  });

  it('undoes a text taken from outside with its line ends', () => {
    const before = open(MIXED);
    const taken = before.update(takeText(before, 'un\ndeux\r\n')).state;
    expect(fileText(taken)).toBe('un\ndeux\r\n');
    expect(fileText(run(taken, undo))).toBe(MIXED);
  });
});

describe('takeText', () => {
  it('leaves what stands between two changes where it stands', () => {
    const before = open('un\n\ndeux\n\ntrois\n');
    const { changes, state } = before.update(takeText(before, 'un, plus\r\n\r\ndeux\r\n\r\nfin\r\n'));
    expect(fileText(state)).toBe('un, plus\r\n\r\ndeux\r\n\r\nfin\r\n');
    for (let at = 4; at <= 8; at += 1) expect(changes.mapPos(at)).toBe(at + ', plus'.length);
    expect(fileText(run(state, undo))).toBe('un\n\ndeux\n\ntrois\n');
  });

  it('takes a text that has nothing in common with the one before, and one of nothing', () => {
    for (const text of ['', 'un\n', Array.from({ length: 5000 }, (_, line) => `ligne ${line}`).join('\n')]) {
      const before = open(MIXED);
      expect(fileText(before.update(takeText(before, text)).state)).toBe(text);
    }
  });
});

describe('offsets', () => {
  it('lead from the file to the editor, from inside a line end to before it', () => {
    const state = open(MIXED);
    let offset = 0;
    for (let position = 0; position <= state.doc.length; position += 1) {
      const [sign = ''] = /^(?:\r\n|[^])/.exec(MIXED.slice(offset)) ?? [];
      expect(state.sliceDoc(position, position + 1)).toBe(sign.replace(/\r\n?/, '\n'));
      for (let within = 0; within < Math.max(1, sign.length); within += 1)
        expect(editorOffset(MIXED, offset + within)).toBe(position);
      offset += sign.length;
    }
    expect(offset).toBe(MIXED.length);
  });
});
