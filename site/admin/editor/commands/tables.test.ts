import { describe, expect, it } from 'vitest';
import { does } from '#site/testing/markdown-state.ts';
import { addColumn, addRow, cellBelow, nextCell, previousCell, removeColumn, removeRow } from './tables.ts';

const HEAD = '| a | b |\n| --- | --- |\n';

describe('nextCell', () => {
  it('goes through the cells, over the line of dashes', () => {
    expect(does(nextCell, '| ‹a | b |\n| --- | --- |\n| 1 | 2 |')).toBe(
      '| a | ‹b› |\n| --- | --- |\n| 1 | 2 |',
    );
    expect(does(nextCell, '| a | b‹ |\n| --- | --- |\n| 1 | 2 |')).toBe(
      '| a | b |\n| --- | --- |\n| ‹1› | 2 |',
    );
  });

  it('makes a row after the last cell', () => {
    expect(does(nextCell, `${HEAD}| 1 | 2‹ |`)).toBe(`${HEAD}| 1 | 2 |\n| ‹ |  |`);
  });

  it('leaves text alone', () => {
    expect(does(nextCell, 'texte‹')).toBe(null);
  });
});

describe('previousCell', () => {
  it('goes back, over the line of dashes, and stays in the first', () => {
    expect(does(previousCell, `${HEAD}| 1 | 2‹ |`)).toBe(`${HEAD}| ‹1› | 2 |`);
    expect(does(previousCell, `${HEAD}| 1‹ | 2 |`)).toBe('| a | ‹b› |\n| --- | --- |\n| 1 | 2 |');
    expect(does(previousCell, `| a‹ | b |\n| --- | --- |`)).toBe(`| a‹ | b |\n| --- | --- |`);
  });
});

describe('cellBelow', () => {
  it('goes down, over the line of dashes, and makes a row after the last', () => {
    expect(does(cellBelow, '| a | b‹ |\n| --- | --- |\n| 1 | 2 |')).toBe(`${HEAD}| 1 | ‹2› |`);
    expect(does(cellBelow, `${HEAD}| 1 | ‹2› |\n| 3 | 4 |`)).toBe(`${HEAD}| 1 | 2 |\n| 3 | ‹4› |`);
    expect(does(cellBelow, `${HEAD}| 1 | 2‹ |`)).toBe(`${HEAD}| 1 | 2 |\n| ‹ |  |`);
  });

  it('leaves a line end before and behind the table, and text', () => {
    expect(does(cellBelow, `‹${HEAD}| 1 | 2 |`)).toBe(null);
    expect(does(cellBelow, `${HEAD}| 1 | 2 |‹`)).toBe(null);
    expect(does(cellBelow, `‹un\n\n${HEAD}| 1› | 2 |`)).toBe(null);
    expect(does(cellBelow, 'texte‹')).toBe(null);
  });
});

describe('rows and columns', () => {
  it('are added where the cursor is', () => {
    expect(does(addRow, `${HEAD}| 1‹ | 2 |\n| 3 | 4 |`)).toBe(`${HEAD}| 1 | 2 |\n| ‹ |  |\n| 3 | 4 |`);
    expect(does(addColumn, `${HEAD}| 1‹ | 2 |`)).toBe('| a |  | b |\n| --- | --- | --- |\n| 1‹ |  | 2 |');
    expect(does(addColumn, `${HEAD}| 1 | 2‹ |`)).toBe('| a | b |  |\n| --- | --- | --- |\n| 1 | 2‹ |  |');
  });

  it('are taken away', () => {
    expect(does(removeRow, `${HEAD}| 1‹ | 2 |`)).toBe(`${HEAD.trimEnd()}‹`);
    expect(does(removeRow, `| a‹ | b |\n| --- | --- |`)).toBe(null);
    expect(does(removeColumn, `${HEAD}| 1 | 2‹ |`)).toMatch(/^\| a \|\n\| --- \|\n\| 1 ‹?\|$/);
    expect(does(removeColumn, `${HEAD}| 1‹ | 2 |`)?.replace('‹', '')).toBe('| b |\n| --- |\n| 2 |');
  });

  it('keep an escaped pipe in its cell', () => {
    expect(does(nextCell, `| a‹ | b |\n| --- | --- |\n| x\\|y | 2 |`)).toContain('‹b›');
    expect(does(nextCell, `${HEAD}| x\\|y‹ | 2 |`)).toBe(`${HEAD}| x\\|y | ‹2› |`);
  });
});
