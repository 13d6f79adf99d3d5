import { ensureSyntaxTree } from '@codemirror/language';
import { expect, it } from 'vitest';
import { createEditorState } from './editor-state.ts';
import { readFormats } from './formats.ts';

const host = { editLink: () => undefined, toggleMode: () => undefined, toggleFullScreen: () => undefined };

it('reads no text that is not read yet to tell what is on at its end', () => {
  const file =
    `${'Une *phrase* et [une adresse](https://exemple.fr). '.repeat(10)}\n\n`.repeat(4000) + '**fin**';
  const state = createEditorState({
    file,
    label: 'Texte',
    placeholder: '',
    nonce: undefined,
    host,
    more: [],
  });
  const atEnd = state.update({ selection: { anchor: state.doc.length - 3 } }).state;
  expect(readFormats(state)?.on).toEqual([]);
  expect(readFormats(atEnd)).toBeNull();
  ensureSyntaxTree(atEnd, atEnd.doc.length, 60_000);
  expect(readFormats(atEnd)?.on).toContain('strong');
});
