import type { EditorState, Line, TransactionSpec } from '@codemirror/state';
import { enclosing, type Span } from '../format-nodes.ts';
import { linesOf } from '../visual/pieces.ts';

interface Place {
  /** Header first, then the line of dashes, then rows. */
  readonly lines: readonly Line[];
  readonly row: number;
  readonly column: number;
  readonly columns: number;
}

/** The line of dashes under the header. */
const RULE_ROW = 1;

function placeOf(state: EditorState): Place | null {
  const { head } = state.selection.main;
  const table = enclosing(state, { from: head, to: head }, ['Table']);
  if (table === null) return null;
  const lines = linesOf(state, table);
  const row = lines.findIndex(({ from, to }) => head >= from && head <= to);
  const line = lines[row];
  const header = lines[0];
  if (line === undefined || header === undefined) return null;
  const cells = cellSpans(line.text);
  const column = cells.findIndex(({ to }) => head - line.from < to);
  return {
    lines,
    row,
    column: column === -1 ? cells.length - 1 : column,
    columns: cellSpans(header.text).length,
  };
}

/** The table in which a place is a cell, or several; null for none. */
export function tableAround(state: EditorState, { from, to }: Span): Span | null {
  const table = enclosing(state, { from, to }, ['Table']);
  return table !== null && table.from < from && to < table.to ? table : null;
}

export function isInTable(state: EditorState): boolean {
  return placeOf(state) !== null;
}

function selectCell(line: Line, column: number): TransactionSpec {
  const cells = cellSpans(line.text);
  const cell = cells[column] ?? cells.at(-1);
  if (cell === undefined) return {};
  const selection = { anchor: line.from + cell.wordsFrom, head: line.from + cell.wordsTo };
  return { selection, scrollIntoView: true };
}

/** Selects the next cell; after the last one, in a row of its own. Null outside a table. */
export function nextCell(state: EditorState): TransactionSpec | null {
  const place = placeOf(state);
  if (place === null) return null;
  const isLast = place.column >= place.columns - 1;
  const row = isLast ? afterRow(place.row) : place.row;
  const line = place.lines[row];
  return line === undefined ? addRow(state) : selectCell(line, isLast ? 0 : place.column + 1);
}

/** Selects the cell below; under the last one, in a row of its own. Null outside a table, and at its edges, where a line ends. */
export function cellBelow(state: EditorState): TransactionSpec | null {
  const place = tableAround(state, state.selection.main) === null ? null : placeOf(state);
  if (place === null) return null;
  const line = place.lines[afterRow(place.row)];
  return line === undefined ? addRow(state) : selectCell(line, place.column);
}

function afterRow(row: number): number {
  return row < RULE_ROW ? RULE_ROW + 1 : row + 1;
}

/** Selects the cell before; the first one of the table stays. Null outside a table. */
export function previousCell(state: EditorState): TransactionSpec | null {
  const place = placeOf(state);
  if (place === null) return null;
  if (place.column > 0 && place.row !== RULE_ROW) return atLine(place, place.row, place.column - 1);
  const row = place.row <= RULE_ROW + 1 ? 0 : place.row - 1;
  return place.row === 0 ? {} : atLine(place, row, place.columns - 1);
}

function atLine({ lines }: Place, row: number, column: number): TransactionSpec {
  const line = lines[row];
  return line === undefined ? {} : selectCell(line, column);
}

/** An empty row under the one of the cursor. */
export function addRow(state: EditorState): TransactionSpec | null {
  const place = placeOf(state);
  const line = place?.lines[Math.max(RULE_ROW, place.row)] ?? place?.lines.at(-1);
  if (place === null || line === undefined) return null;
  const indent = /^[ \t>]*/.exec(line.text)?.[0] ?? '';
  const insert = `\n${indent}${'|  '.repeat(place.columns)}|`;
  return {
    changes: { from: line.to, insert },
    selection: { anchor: line.to + 1 + indent.length + 2 },
    userEvent: 'input',
    scrollIntoView: true,
  };
}

/** An empty column to the right of the one of the cursor. */
export function addColumn(state: EditorState): TransactionSpec | null {
  const place = placeOf(state);
  if (place === null) return null;
  const changes = place.lines.map((line, row) => {
    const cells = cellSpans(line.text);
    const cell = cells[place.column] ?? cells.at(-1);
    const isClosed = /(?<!\\)\|[ \t]*$/.test(line.text);
    const isLast = cell === cells.at(-1);
    const closing = isLast && isClosed ? line.text.trimEnd().length - 1 : (cell?.to ?? line.text.length);
    return { from: line.from + closing, insert: row === RULE_ROW ? '| --- ' : '|  ' };
  });
  return { changes, userEvent: 'input' };
}

/** Takes the row of the cursor away; the header and its line stay. */
export function removeRow(state: EditorState): TransactionSpec | null {
  const place = placeOf(state);
  const line = place?.lines[place.row];
  if (place === null || line === undefined || place.row <= RULE_ROW) return null;
  return { changes: { from: line.from - 1, to: line.to }, userEvent: 'delete' };
}

/** Takes the column of the cursor away; the whole table when it is the only one. */
export function removeColumn(state: EditorState): TransactionSpec | null {
  const place = placeOf(state);
  const [header] = place?.lines ?? [];
  const last = place?.lines.at(-1);
  if (place === null || header === undefined || last === undefined) return null;
  if (place.columns === 1) return { changes: { from: header.from, to: last.to }, userEvent: 'delete' };
  const changes = place.lines.flatMap((line) => {
    const cells = cellSpans(line.text);
    const cell = cells[place.column];
    return cell === undefined ? [] : [{ ...removal(line.text, cell, cells.length), line }];
  });
  return {
    changes: changes.map(({ from, to, line }) => ({ from: line.from + from, to: line.from + to })),
    userEvent: 'delete',
  };
}

/** A cell goes with the sign before it; the first one keeps it when the line opens with one. */
function removal(text: string, cell: { readonly from: number; readonly to: number }, count: number) {
  const isLast = cell.to === text.length;
  const indent = cell.from === 0 ? (/^[ \t>]*/.exec(text)?.[0].length ?? 0) : cell.from;
  const isOpened = text[indent] === '|';
  const closing = isLast && count > 1 && /\|[ \t]*$/.test(text) ? text.trimEnd().length - 1 : cell.to;
  return { from: indent, to: cell.from === 0 && !isOpened ? cell.to + 1 : closing };
}

/** Where a cell is in its line: all of it with its signs, and its words. */
interface Cell {
  readonly from: number;
  readonly to: number;
  readonly wordsFrom: number;
  readonly wordsTo: number;
}

/** The cells of a line of a table; every sign of the line is in one of them. */
export function cellSpans(line: string): readonly Cell[] {
  const pipes = Array.from(line.matchAll(/(?<!\\)\|/g), ({ index }) => index);
  const isOpened = /^[ \t>]*\|/.test(line);
  const isClosed = pipes.length > 0 && line.slice((pipes.at(-1) ?? 0) + 1).trim() === '';
  const inner = pipes.slice(isOpened ? 1 : 0, isClosed ? -1 : undefined);
  const starts = [isOpened ? (pipes[0] ?? 0) + 1 : 0, ...inner.map((at) => at + 1)];
  const ends = [...inner, isClosed ? (pipes.at(-1) ?? line.length) : line.length];
  if (isOpened && isClosed && pipes.length === 1)
    return [cell(line, 0, line.length, pipes[0] ?? 0, line.length)];
  return starts.map((start, index) => {
    const end = ends[index] ?? line.length;
    const isFirst = index === 0;
    const isLast = index === starts.length - 1;
    return cell(line, isFirst ? 0 : start - 1, isLast ? line.length : end, start, end);
  });
}

function cell(line: string, from: number, to: number, start: number, end: number): Cell {
  const text = line.slice(start, end);
  const words = text.trim();
  const wordsFrom = words === '' ? Math.min(start + 1, Math.max(start, end)) : start + text.indexOf(words);
  return { from, to, wordsFrom, wordsTo: wordsFrom + words.length };
}
