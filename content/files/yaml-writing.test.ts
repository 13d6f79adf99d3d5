import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { ODD_TEXTS, oddText } from '../testing/odd-texts.ts';
import { createRandom } from '../testing/random.ts';
import { blockLines, type ScalarStyle, writeScalar } from './yaml-writing.ts';

const STYLES: readonly ScalarStyle[] = ['plain', 'single', 'double', 'literal', 'folded'];

function texts(): readonly string[] {
  const random = createRandom(3);
  return [...ODD_TEXTS, ...Array.from({ length: 300 }, () => oddText(random))];
}

/** What a reader of one version of YAML makes of a document. */
function read(source: string, version: '1.1' | '1.2'): unknown {
  const document = parseDocument(source, { version, logLevel: 'silent' });
  const [error] = document.errors;
  return error === undefined ? (document.toJS() as unknown) : error.code;
}

describe('writeScalar', () => {
  it('writes any text so that YAML 1.1 and 1.2 read it back, in a line and in brackets', () => {
    const wrong: unknown[] = [];
    for (const text of texts()) {
      for (const style of STYLES) {
        const source = `a: ${writeScalar(text, style, 'line')} # b\nc: [x, ${writeScalar(text, style, 'brackets')}, {d: ${writeScalar(text, style, 'brackets')}}]\n`;
        const expected = JSON.stringify({ a: text, c: ['x', text, { d: text }] });
        for (const version of ['1.1', '1.2'] as const) {
          if (JSON.stringify(read(source, version)) !== expected)
            wrong.push({ text, style, version, source });
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    'yes',
    'No',
    'null',
    '~',
    '1.10',
    '007',
    '5:30',
    '2024-01-05',
    'a # b',
    'a: b',
    'a\u2028b',
    '😀',
    ' a',
    'a ',
    '',
  ])('never writes « %s » without quotes', (text) =>
    expect(writeScalar(text, 'plain', 'line')).toMatch(/^".*"$/),
  );

  it.each([
    'Discipline et business',
    "L'art d'entreprendre",
    '/images/2026/a-3f9a1c.jpg',
    'Été 2026, déjà ?',
  ])('writes « %s » as it is', (text) => expect(writeScalar(text, 'plain', 'line')).toBe(text));

  it('keeps single quotes where they can hold the text', () => {
    expect(writeScalar("l'art : 1", 'single', 'line')).toBe("'l''art : 1'");
    expect(writeScalar("l'art\n", 'single', 'line')).toBe('"l\'art\\n"');
  });
});

describe('blockLines', () => {
  it('gives lines that YAML 1.1 and 1.2 read back, or null', () => {
    const wrong: unknown[] = [];
    let written = 0;
    for (const text of texts()) {
      for (const [style, sign] of [
        ['literal', '|'],
        ['folded', '>'],
      ] as const) {
        const block = blockLines(text, style);
        if (block === null) continue;
        written += 1;
        const source = `a: ${sign}${block.chomping}\n${block.lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\nb: c\n`;
        for (const version of ['1.1', '1.2'] as const) {
          if (JSON.stringify(read(source, version)) !== JSON.stringify({ a: text, b: 'c' }))
            wrong.push({ text, style, version });
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(written).toBeGreaterThan(200);
  });

  it('refuses what a block cannot hold', () => {
    for (const text of ['', '\n', ' a', '\na', 'a\n\n', 'a\r\nb', 'a\u0000', 'a\n \nb'])
      expect(blockLines(text, 'literal')).toBeNull();
    expect(blockLines('a\n b', 'folded')).toBeNull();
  });
});
