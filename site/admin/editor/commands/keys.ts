import { defaultKeymap, historyKeymap, redo } from '@codemirror/commands';
import { deleteMarkupBackward, insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown';
import { searchKeymap } from '@codemirror/search';
import { type EditorState, type Extension, type Line, Prec, type TransactionSpec } from '@codemirror/state';
import { type EditorView, type KeyBinding, keymap } from '@codemirror/view';
import { enclosing, type Span, VERBATIM } from '../format-nodes.ts';
import { FORMATS, toggleFormat } from '../formats.ts';
import { BLOCK_PREFIX } from './blocks.ts';
import { LINE_BREAK } from './inline.ts';
import { setIn, setOut } from './lists.ts';
import { cellBelow, nextCell, previousCell } from './tables.ts';

/** What a key does when the editor itself cannot: a form of the page opens. */
export interface HostActions {
  readonly editLink: () => void;
  readonly toggleMode: () => void;
  readonly toggleFullScreen: () => void;
}

/** Keys, as CodeMirror and as a tooltip write them. Digits stay clear of AltGr, which French keyboards need. */
export const KEYS = {
  strong: { key: 'Mod-b' },
  emphasis: { key: 'Mod-i' },
  strike: { key: 'Mod-Shift-x' },
  code: { key: 'Mod-Shift-k' },
  link: { key: 'Mod-k' },
  'heading-2': { key: 'Ctrl-Shift-2', mac: 'Cmd-Alt-2' },
  'heading-3': { key: 'Ctrl-Shift-3', mac: 'Cmd-Alt-3' },
  bullets: { key: 'Mod-Shift-8' },
  numbers: { key: 'Mod-Shift-7' },
  quote: { key: 'Mod-Shift-9' },
  mode: { key: 'Mod-e' },
  fullScreen: { key: 'Mod-Shift-Enter' },
} as const;

/** A command that writes what a pure function says. */
function writing(change: (state: EditorState) => TransactionSpec | null) {
  return (view: EditorView): boolean => {
    if (view.state.readOnly) return false;
    const spec = change(view.state);
    if (spec === null) return false;
    view.dispatch(spec);
    return true;
  };
}

function opening(action: () => void) {
  return (): boolean => {
    action();
    return true;
  };
}

function bindings(host: HostActions): readonly KeyBinding[] {
  return [
    ...FORMATS.map((format) => ({ ...KEYS[format], run: writing((state) => toggleFormat(state, format)) })),
    { ...KEYS.link, run: opening(host.editLink), preventDefault: true },
    { ...KEYS.mode, run: opening(host.toggleMode), preventDefault: true },
    { ...KEYS.fullScreen, run: opening(host.toggleFullScreen) },
    { key: 'Tab', run: writing(nextCell), shift: writing(previousCell) },
    { key: 'Tab', run: writing(setIn), shift: writing(setOut) },
    { key: 'Enter', run: writing(endBlock) },
    { key: 'Enter', run: insertNewlineContinueMarkupCommand({ nonTightLists: false }) },
    { key: 'Backspace', run: deleteMarkupBackward },
  ];
}

/**
 * The keys of the editor. Tab has a meaning only in lists and tables; Escape, then Tab leaves the editor from there
 * too.
 */
export function editorKeys(host: HostActions): Extension {
  return [
    Prec.high(keymap.of([...bindings(host)])),
    keymap.of([
      ...searchKeymap,
      ...historyKeymap,
      { key: 'Ctrl-y', mac: 'Cmd-Shift-z', run: redo, preventDefault: true },
      ...defaultKeymap,
    ]),
  ];
}

/** Keys of the visual manner only: Enter starts a paragraph, Shift + Enter a line; in a table both go down. */
export function visualKeys(): Extension {
  const join = writing(joinLines);
  const down = writing(cellBelow);
  return [
    // Before what Enter does in lists and quotes, which goes on from there.
    Prec.highest(keymap.of([{ key: 'Enter', run: (view) => join(view) && false }])),
    Prec.highest(keymap.of([{ key: 'Enter', run: down, shift: down }])),
    Prec.high(
      keymap.of([
        { key: 'Shift-Enter', run: writing(breakLine) },
        { key: 'Enter', run: writing(startParagraph) },
      ]),
    ),
  ];
}

const EMPTY_ITEM_OR_QUOTE = /^(?:[-*+]|\d{1,9}[.)]|>)[ \t]*(?:\[[ xX]\][ \t]*)?$/;
/** What has lines, and no paragraphs. */
const LINES = [...VERBATIM, 'Table'];
/** Where a line end is only a line end. */
const LITERAL = [...LINES, 'ListItem', 'Blockquote'];

function cursorLine(state: EditorState): Line | null {
  const { main } = state.selection;
  return main.empty ? state.doc.lineAt(main.head) : null;
}

/**
 * Enter in an item or a quote without words ends the list or the quote, with the empty line Markdown asks for: what
 * is written next would go on with the last item. Null elsewhere.
 */
export function endBlock(state: EditorState): TransactionSpec | null {
  const line = cursorLine(state);
  if (line === null || !EMPTY_ITEM_OR_QUOTE.test(line.text)) return null;
  if (enclosing(state, { from: line.from, to: line.from }, ['ListItem', 'Blockquote']) === null) return null;
  const isAfterText = line.number > 1 && state.doc.line(line.number - 1).text.trim() !== '';
  const insert = isAfterText ? '\n' : '';
  return {
    changes: { from: line.from, to: line.to, insert },
    selection: { anchor: line.from + insert.length },
    userEvent: 'input',
    scrollIntoView: true,
  };
}

/**
 * Enter after words starts a new paragraph: in Markdown, an empty line. A second Enter, by habit, has nothing to add.
 * Null where a line end is only a line end.
 */
export function startParagraph(state: EditorState): TransactionSpec | null {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.from);
  if (main.empty && isNewParagraph(state, line)) return {};
  if (line.text.slice(0, main.from - line.from).trim() === '') return null;
  if (enclosing(state, { from: main.from, to: main.from }, LITERAL) !== null) return null;
  const underline = lineUnder(state, main);
  const insert = underline === null ? '\n\n' : `\n${underline.text}\n\n`;
  return {
    changes: [
      { from: main.from, to: main.to, insert },
      ...(underline === null ? [] : [{ from: underline.from - 1, to: underline.to }]),
    ],
    selection: { anchor: main.from + insert.length },
    userEvent: 'input',
    scrollIntoView: true,
  };
}

/** The line that marks the words of `span` as a title, which stays under those that are before it. */
function lineUnder(state: EditorState, span: Span): Line | null {
  const title = enclosing(state, span, ['SetextHeading1', 'SetextHeading2']);
  const line = title === null ? null : state.doc.lineAt(title.to);
  return line === null || span.to >= line.from ? null : line;
}

/** Whether `line` is empty and stands between empty lines, after a paragraph. */
function isNewParagraph(state: EditorState, line: Line): boolean {
  const isEmpty = (number: number) => number > state.doc.lines || state.doc.line(number).text.trim() === '';
  if (line.number < 3 || !isEmpty(line.number) || !isEmpty(line.number - 1) || !isEmpty(line.number + 1))
    return false;
  return !isEmpty(line.number - 2) && enclosing(state, line, LITERAL) === null;
}

/** Takes a line end away that was asked for right before the cursor. Null where there is none. */
export function joinLines(state: EditorState): TransactionSpec | null {
  const line = cursorLine(state);
  if (line === null || line.number === 1) return null;
  const { head } = state.selection.main;
  const above = state.doc.line(line.number - 1);
  if (!LINE_BREAK.test(above.text) || !/^[\s>]*$/.test(line.text.slice(0, head - line.from))) return null;
  if (enclosing(state, above, LINES) !== null) return null;
  return { changes: { from: above.to - 1, to: head }, userEvent: 'delete' };
}

/** Shift + Enter: the same paragraph goes on in a new line, of its item or quote too. Null where that is not needed. */
export function breakLine(state: EditorState): TransactionSpec | null {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.from);
  const start = BLOCK_PREFIX.exec(line.text)?.[0] ?? '';
  if (joinLines(state) !== null) return {};
  if (start.includes('#') || line.text.slice(start.length, main.from - line.from).trim() === '') return null;
  if (enclosing(state, { from: main.from, to: main.from }, LINES) !== null) return null;
  const insert = `\\\n${start.replace(/[^>\s]/g, ' ')}`;
  return {
    changes: { from: main.from, to: main.to, insert },
    selection: { anchor: main.from + insert.length },
    userEvent: 'input',
    scrollIntoView: true,
  };
}
