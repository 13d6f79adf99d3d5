import { describe, expect, it } from 'vitest';
import { mergeLines } from './merge-lines.ts';

const BASE = 'un\ndeux\ntrois\n';

function merged(
  base: string | null,
  ours: string,
  theirs: string,
  kind: 'text' | 'rules' = 'text',
): string | null {
  const [from, here, there] = [base, ours, theirs].map((text) => (text === null ? null : Buffer.from(text)));
  const bytes = mergeLines(
    { base: from ?? null, ours: here ?? Buffer.of(), theirs: there ?? Buffer.of() },
    kind,
  );
  return bytes === null ? null : Buffer.from(bytes).toString();
}

describe('mergeLines', () => {
  it('takes what each side changed in places of its own', () => {
    expect(merged(BASE, 'UN\ndeux\ntrois\n', 'un\ndeux\ntrois\nquatre\n')).toBe('UN\ndeux\ntrois\nquatre\n');
  });

  it('takes what both changed alike', () => {
    expect(merged(BASE, 'un\nDEUX\ntrois\n', 'un\nDEUX\ntrois\n')).toBe('un\nDEUX\ntrois\n');
  });

  it.each([
    ['changed', BASE, 'un\nici\ntrois\n', 'un\nlà\ntrois\n'],
    ['added at one place', BASE, 'un\ndeux\nici\ntrois\n', 'un\ndeux\nlà\ntrois\n'],
    ['wrote without a version before', null, 'un\nici\n', 'un\nlà\n'],
    ['changed where the other took it away', BASE, 'un\nDEUX\ntrois\n', 'un\ntrois\n'],
  ])('leaves to a person what both %s', (_, base, ours, theirs) => {
    expect(merged(base, ours, theirs)).toBeNull();
  });

  it('merges a very long text whose changes are near each other or each on one side, and leaves one to a person where they are among each other', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => (at % 3 === 0 ? `${at}` : 'égal'));
    const changed = (...places: readonly number[]) =>
      `${lines.map((line, at) => (places.includes(at) ? `${line} !` : line)).join('\n')}\n`;
    const at = (line: number) => changed(line);
    expect(merged(changed(), at(300), at(900))).toBe(changed(300, 900));
    expect(merged(changed(), at(3), at(19_998))).toBe(changed(3, 19_998));
    expect(merged(changed(), at(19_998), changed(3, 12_000))).toBe(changed(3, 12_000, 19_998));
    expect(merged(changed(), changed(3, 12_000), changed(900, 19_998))).toBeNull();
    expect(merged(null, at(3), at(19_998))).toBeNull();
  });

  it('keeps rules that both added, but two of one name', () => {
    const attributes = '*.md text\n';
    expect(merged(attributes, `${attributes}*.jpg binary\n`, `${attributes}*.png binary\n`, 'rules')).toBe(
      `${attributes}*.png binary\n*.jpg binary\n`,
    );
    expect(
      merged(attributes, `${attributes}*.jpg -diff\n`, `${attributes}*.jpg binary\n`, 'rules'),
    ).toBeNull();
  });

  it('leaves the line ends to the side that changed them', () => {
    expect(merged(BASE, 'un\r\ndeux\r\ntrois\r\n', 'un\ndeux\ntrois\nquatre\n')).toBe(
      'un\r\ndeux\r\ntrois\r\nquatre\r\n',
    );
  });
});
