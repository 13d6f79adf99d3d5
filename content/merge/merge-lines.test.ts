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
