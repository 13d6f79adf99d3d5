import { describe, expect, it } from 'vitest';
import { type SplitFile, splitPostFile } from './front-matter-split.ts';

/** The opening line, the front matter, the closing line and the body of a file. */
type Parts = readonly [opening: string, block: string, closing: string, body: string];

function partsOf(bytes: Buffer, { blockStart, blockEnd, bodyStart }: SplitFile): Parts {
  const part = (start: number, end?: number): string => bytes.subarray(start, end).toString('utf8');
  return [part(0, blockStart), part(blockStart, blockEnd), part(blockEnd, bodyStart), part(bodyStart)];
}

/** The parts of a file, or the line and the reason for which it is refused. */
function answer(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): Parts | string {
  const bytes = Buffer.from(text, encoding);
  const split = splitPostFile(bytes);
  return split.kind === 'fault' ? `${split.line}: ${split.reason}` : partsOf(bytes, split);
}

describe('splitPostFile', () => {
  it.each<readonly [string, Parts]>([
    ['LF', ['---\n', 'title: a\n', '---\n', 'Bonjour\n']],
    ['CRLF', ['---\r\n', 'title: a\r\n', '---\r\n', 'Bonjour\r\n']],
    ['a byte order mark', ['\ufeff---\n', 'title: a\n', '---\n', 'Bonjour']],
    ['a byte order mark and CRLF', ['\ufeff---\r\n', 'title: a\r\n', '---\r\n', 'Bonjour']],
    ['mixed line ends', ['---\r\n', 'title: a\n', '---\r\n', 'Bonjour']],
    ['mixed the other way', ['---\n', 'title: a\r\n', '---\n', 'Bonjour']],
    ['blanks behind the fences', ['--- \n', 'title: a\n', '--- \t\n', 'Bonjour']],
    ['blanks and CRLF behind the fences', ['---\t\r\n', 'title: a\r\n', '---  \r\n', 'Bonjour']],
    ['no body', ['---\n', 'title: a\n', '---', '']],
    ['no body, blanks', ['---\n', 'title: a\n', '---  ', '']],
    ['an empty body', ['---\n', 'title: a\n', '---\n', '']],
    ['a body of blank lines', ['---\n', 'title: a\n', '---\n', '\n\r\n']],
    ['nothing between the fences', ['---\n', '', '---\n', 'Bonjour']],
    ['nothing between the fences, CRLF', ['---\r\n', '', '---\r\n', 'Bonjour']],
    ['nothing between the fences, blanks', ['--- \n', '', '--- \n', 'Bonjour']],
    ['nothing at all between and behind', ['---\n', '', '---', '']],
    ['a blank line between the fences', ['---\n', '\n', '---\n', 'Bonjour']],
    ['a comment alone', ['---\n', '# rien\n', '---\n', 'Bonjour']],
    ['---yaml', ['---yaml\n', 'title: a\n', '---\n', 'Bonjour']],
    ['--- yaml', ['--- yaml \r\n', 'title: a\r\n', '---\r\n', 'Bonjour']],
    ['---yml', ['---yml\n', '', '---\n', 'Bonjour']],
    ['dots before the closing fence', ['---\n', 'title: a\n...\n', '---\n', 'Bonjour\n']],
    ['dashes within a block', ['---\n', 'title: |\n  ---\n  a\n', '---\n', 'Bonjour\n']],
    ['dashes at the end of a line', ['---\n', 'title: a---\n', '---\n', 'Bonjour\n']],
    [
      'a body that looks like front matter',
      ['---\n', 'title: a\n', '---\n', '---\nisPublished: true\n---\n'],
    ],
    ['a body that looks like JavaScript', ['---\n', 'title: a\n', '---\n', '---js\nx\n---\n']],
    ['nothing between, then what looks like front matter', ['---\n', '', '---\n', '---\ntitle: a\n---\n']],
    ['a body with a rule', ['---\n', 'title: a\n', '---\n', 'Un\n\n---\n\nDeux\n']],
    ['a line separator', ['---\n', 'title: a\u2028---\n', '---\n', 'Bonjour']],
  ])('takes a file apart: %s', (_, parts) => expect(answer(parts.join(''))).toEqual(parts));

  it.each<readonly [string, string, string]>([
    [
      'two byte order marks',
      '\ufeff\ufeff---\ntitle: a\n---\n',
      '1: Le titre manque\u00a0: le fichier doit ',
    ],
    [
      'two CR before a LF',
      '---\r\r\ntitle: a\n---\r\r\nBonjour\n---\n',
      '3: Cette ligne commence par «\u00a0---\u00a0» s',
    ],
    ['no body, CR', '---\ntitle: a\n---\r', '1: L’en-tête n’est pas fermé\u00a0: il man'],
    ['---YAML', '---YAML\ntitle: a\n---\n', '1: L’en-tête commence par «\u00a0---\u00a0» sui'],
    ['---json', '---json\n{"title": "a"}\n---\n', '1: L’en-tête commence par «\u00a0---\u00a0» sui'],
    ['---js', '---js\n{ title: process.exit(1) }\n---\n', '1: L’en-tête commence par «\u00a0---\u00a0» sui'],
    ['--- javascript', '--- javascript\n{}\n---\n', '1: L’en-tête commence par «\u00a0---\u00a0» sui'],
    ['---js without more', '---js', '1: L’en-tête commence par «\u00a0---\u00a0» sui'],
    ['---y without more', '---y', '1: L’en-tête commence par «\u00a0---\u00a0» sui'],
    ['---toml', '---toml\na = 1\n---\n', '1: L’en-tête commence par «\u00a0---\u00a0» sui'],
    ['---constructor', '---constructor\na: 1\n---\n', '1: L’en-tête commence par «\u00a0---\u00a0» sui'],
    ['--- #', '--- # note\ntitle: a\n---\n', '1: L’en-tête commence par «\u00a0---\u00a0» sui'],
    ['--- title: a', '--- title: a\n---\n', '1: L’en-tête commence par «\u00a0---\u00a0» sui'],
    ['four dashes', '----\ntitle: a\n----\n', '1: Le titre manque\u00a0: le fichier doit '],
    ['---- js', '---- js\n', '1: Le titre manque\u00a0: le fichier doit '],
    ['dashes apart', '- --\n', '1: Le titre manque\u00a0: le fichier doit '],
    ['two dashes', '--', '1: Le titre manque\u00a0: le fichier doit '],
    ['three dashes', '---', '1: L’en-tête n’est pas fermé\u00a0: il man'],
    ['three dashes and a line end', '---\n', '1: L’en-tête n’est pas fermé\u00a0: il man'],
    ['three dashes and blanks', '---  ', '1: L’en-tête n’est pas fermé\u00a0: il man'],
    ['nothing', '', '1: Le titre manque\u00a0: le fichier doit '],
    ['a mark alone', '\ufeff', '1: Le titre manque\u00a0: le fichier doit '],
    ['a text', 'Bonjour\n', '1: Le titre manque\u00a0: le fichier doit '],
    ['a line before', '\n---\ntitle: a\n---\n', '1: Le titre manque\u00a0: le fichier doit '],
    ['a blank before', ' ---\ntitle: a\n---\n', '1: Le titre manque\u00a0: le fichier doit '],
    ['no closing fence', '---\ntitle: a\nBonjour\n', '1: L’en-tête n’est pas fermé\u00a0: il man'],
    [
      'a closing fence with a blank before',
      '---\ntitle: a\n ---\nBonjour\n',
      '1: L’en-tête n’est pas fermé\u00a0: il man',
    ],
    [
      'a closing fence of four dashes',
      '---\ntitle: a\n----\nBonjour\n',
      '1: L’en-tête n’est pas fermé\u00a0: il man',
    ],
    [
      'a closing fence with a text',
      '---\ntitle: a\n--- fin\nBonjour\n',
      '1: L’en-tête n’est pas fermé\u00a0: il man',
    ],
    [
      'a closing fence of dots',
      '---\ntitle: a\n...\nBonjour\n',
      '1: L’en-tête n’est pas fermé\u00a0: il man',
    ],
    [
      'a line that begins with dashes',
      '---\ntitle: a\n---b: c\n---\nBonjour\n',
      '3: Cette ligne commence par «\u00a0---\u00a0» s',
    ],
    [
      'a rule of four dashes in front matter',
      '---\ntitle: |\n  a\n----\nb: c\n---\nBonjour\n',
      '4: Cette ligne commence par «\u00a0---\u00a0» s',
    ],
    ['CR alone', '---\rtitle: a\r---\rBonjour\r', '1: Les lignes de ce fichier finissent'],
    ['CR alone, a LF in the body', '---\rtitle: a\r---\rBonjour\n', '1: Les lignes de ce fichier finissent'],
    ['a NUL in the body', '---\ntitle: a\n---\na\u0000', '4: Ce fichier n’est pas du texte\u00a0: il'],
    [
      'a no-break space behind the opening fence',
      '---\u00a0\ntitle: a\n---\n',
      '1: L’en-tête commence par «\u00a0---\u00a0» sui',
    ],
    [
      'a no-break space behind the closing fence',
      '---\ntitle: a\n---\u00a0\n',
      '1: L’en-tête n’est pas fermé\u00a0: il man',
    ],
  ])('refuses %s', (_, text, reason) => expect(answer(text)).toMatch(new RegExp(`^${reason}`)));

  it('looks at the encoding of front matter only', () => {
    expect(answer('---\ntitle: a\nexcerpt: \u00e9t\u00e9\n---\n', 'latin1')).toMatch(/^3: .*UTF-8/);
    expect(answer('---\ntitle: a\n---\u00a0\n', 'latin1')).toMatch(/^1: .*fermé/);
    const bytes = Buffer.from('---\ntitle: a\n---\n\u00e9t\u00e9\n', 'latin1');
    expect(splitPostFile(bytes)).toMatchObject({ kind: 'split', block: 'title: a\n', bodyStart: 17 });
    const wide = Buffer.from('\ufeff---\ntitle: a\n---\n', 'utf16le').toString('latin1');
    expect(answer(wide, 'latin1')).toMatch(/^1: Ce fichier est en UTF-16/);
  });

  it('refuses runs of blank lines in front matter, and looks at no others', () => {
    const blank = (lines: number): string => ' \r\n'.repeat(lines);
    expect(answer(`---\n${blank(200)}a: b\n---\nc`)).toEqual(['---\n', `${blank(200)}a: b\n`, '---\n', 'c']);
    expect(answer(`---\n${blank(201)}a: b\n---\nc`)).toMatch(/^2: .*lignes vides/);
    expect(answer(`---yaml\n${blank(201)}---\nc`)).toMatch(/^2: .*lignes vides/);
    expect(answer(`---\n${blank(201)}a: b\n`)).toMatch(/^1: .*fermé/);
    const body = `${blank(300)}---\n`;
    expect(answer(`---\na: b\n---\n${body}`)).toEqual(['---\n', 'a: b\n', '---\n', body]);
    // gray-matter would look at these for minutes.
    for (const line of ['\n', '\f\n', '\u00a0\n'])
      expect(answer(`---\n${line.repeat(100_000)}---\n`, 'latin1')).toMatch(/^2: .*lignes vides/);
  });

  it('reads front matter of up to 256 KB, whatever its body', () => {
    const block = `${'a'.repeat(256 * 1024 - 1)}\n`;
    expect(answer(`---\n${block}---\nc`)).toEqual(['---\n', block, '---\n', 'c']);
    expect(answer(`---\na${block}---\nc`)).toMatch(/^1: .*256 Ko/);
    expect(answer(`---\n${block}`)).toMatch(/^1: .*fermé/);
    const body = 'é'.repeat(1024 * 1024);
    expect(answer(`---\na: b\n---\n${body}`)).toEqual(['---\n', 'a: b\n', '---\n', body]);
    expect(answer(`---\na: b\n---\n${'a'.repeat(16 * 1024 * 1024)}`)).toMatch(/^0: .*16 Mo/);
  });

  it('reads blanks behind the fences, however many', () => {
    const blanks = ' '.repeat(300_000);
    const parts: Parts = [`---${blanks}\n`, 'a: b\n', `---${blanks}\n`, 'c'];
    expect(answer(parts.join(''))).toEqual(parts);
  });

  it('tells the line end of a file by its first line', () => {
    const lineEnds = ['---\na: b\r\n---\r\n', '---\r\na: b\n---\n', '---\r\r\n---\n'].map((text) => {
      const split = splitPostFile(Buffer.from(text));
      return split.kind === 'split' ? split.lineEnd : split.reason;
    });
    expect(lineEnds).toEqual(['\n', '\r\n', '\r\n']);
  });
});
