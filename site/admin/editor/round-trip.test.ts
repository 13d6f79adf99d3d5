// @vitest-environment jsdom
import { undoDepth } from '@codemirror/commands';
import { beforeAll, describe, expect, it } from 'vitest';
import { ODD_TEXTS } from '#content/testing/odd-texts.ts';
import { createEditorController, type EditorController } from './editor-controller.ts';

// jsdom lays nothing out; CodeMirror asks where text is all the same.
beforeAll(() => {
  Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
});

interface Opened {
  readonly editor: EditorController;
  readonly told: string[];
}

function open(file: string): Opened {
  const told: string[] = [];
  const editor = createEditorController({
    file,
    label: 'Texte',
    placeholder: '',
    nonce: undefined,
    upload: () => Promise.reject(new Error('no upload here')),
    onUploadFailed: () => undefined,
    onChange: (text) => told.push(text),
  });
  document.body.append(editor.view.dom);
  return { editor, told };
}

const STRUCTURED =
  '## T\r\n\r\n- a\r\n  - b\n\n> q\r\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n![x](/images/2026/a.jpg)\n\n```\ncode\n```\n\n---\nT\n===\n[l](u "t\nt") *a* **b** \\*';

describe('the editor', () => {
  it('gives back every text byte for byte, with a letter typed and undone, in both manners', () => {
    const { editor, told } = open('');
    for (const text of [...ODD_TEXTS, STRUCTURED, `${STRUCTURED}\r\n`.repeat(20)]) {
      editor.takeFile(text);
      for (const round of [1, 2]) {
        told.length = 0;
        const at = Math.floor((editor.view.state.doc.length * round) / 3);
        editor.view.dispatch({ changes: { from: at, insert: 'é' }, userEvent: 'input.type' });
        editor.undo();
        expect(told.at(-1)).toBe(text);
        editor.toggleMode();
      }
    }
    editor.destroy();
  });

  it('does not tell the page of a text the page gave', () => {
    const { editor, told } = open('un');
    editor.takeFile('deux\r\n');
    expect(told).toEqual([]);
    expect(editor.view.state.doc.toString()).toBe('deux\n');
    editor.destroy();
  });

  it('does not take back the text that it told last, and any other, be it of before', () => {
    const { editor, told } = open('');
    for (const letter of ['a', 'b', 'c']) {
      const end = editor.view.state.doc.length;
      editor.view.dispatch({ changes: { from: end, insert: letter } });
      editor.takeFile(told.at(-1) ?? '');
    }
    expect(editor.view.state.doc.toString()).toBe('abc');
    expect(undoDepth(editor.view.state)).toBe(1);
    editor.takeFile('a');
    expect(editor.view.state.doc.toString()).toBe('a');
    editor.takeFile('autre');
    expect(editor.view.state.doc.toString()).toBe('autre');
    expect(told).toEqual(['a', 'ab', 'abc']);
    editor.destroy();
  });

  it('keeps what can be undone from one manner to the other', () => {
    const { editor } = open('un');
    editor.view.dispatch({ changes: { from: 2, insert: ' deux' }, userEvent: 'input.type' });
    editor.toggleMode();
    editor.undo();
    expect(editor.view.state.doc.toString()).toBe('un');
    editor.destroy();
  });
});
