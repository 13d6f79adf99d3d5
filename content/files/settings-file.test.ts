import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseCapacityFile, parseSiteFile } from './settings-file.ts';

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

type Reading = ReturnType<typeof parseSiteFile> | ReturnType<typeof parseCapacityFile>;

/** Lines and reasons of a reading's problems. */
function problems(reading: Reading): readonly (readonly [number, string])[] {
  return reading.kind === 'problem'
    ? reading.problems.map(({ line, reason }) => [line, reason] as const)
    : [];
}

function starter(name: string): string {
  return readFileSync(new URL(`../starter/${name}`, import.meta.url), 'utf8');
}

describe('parseCapacityFile', () => {
  it('takes values as written where text is expected', () => {
    const text =
      'waitlistCount: 9\nmaxSlots: 03\ncurrentMonth: 2026\nnextMonth: 1.10\nlastActivity: 2026-11-02\n';
    expect(parseCapacityFile(bytesOf(text))).toMatchObject({
      kind: 'ok',
      value: {
        waitlistCount: '9',
        maxSlots: '03',
        currentMonth: '2026',
        nextMonth: '1.10',
        lastActivity: '2026-11-02',
      },
    });
  });

  it('takes null and nothing as the defaults', () => {
    const defaults = {
      currentMonth: null,
      nextMonth: null,
      waitlistCount: '9',
      maxSlots: '3',
      lastActivity: null,
      availabilityStatus: 'Complet',
      testimonialQuote: null,
      testimonialAuthor: null,
      updatedAt: null,
    };
    for (const text of ['waitlistCount:\nmaxSlots: null\r\nupdatedAt: ~\r\n', '{}']) {
      expect(parseCapacityFile(bytesOf(text)), text).toEqual({ kind: 'ok', value: defaults });
    }
  });

  it.each(['', '\ufeff', '# rien\n', '\n\n'])('says that a file without a field (%j) is empty', (text) => {
    const reason = 'Ce fichier est vide\u00a0: ses dernières valeurs connues servent.';
    expect(problems(parseCapacityFile(bytesOf(text)))).toEqual([[1, reason]]);
  });

  it('reads the file of the starter', () => {
    expect(parseCapacityFile(bytesOf(starter('capacity.yml'))).kind).toBe('ok');
  });

  it.each([
    ['bad YAML', 'maxSlots: 3\nwaitlistCount: "9\n', 2, /YAML illisible/],
    ['a repeated key', 'maxSlots: 3\n\nmaxSlots: 4\n', 3, /«\u00a0maxSlots\u00a0» est écrit deux fois/],
    ['a list', '# a\n- a\n', 2, /«\u00a0champ: valeur\u00a0»/],
    [
      'a list where text is expected',
      'maxSlots: 3\nnextMonth: [T1]\n',
      2,
      /«\u00a0nextMonth\u00a0» doit être un texte/,
    ],
    ['a list where a number is expected', 'maxSlots: [3]\n', 1, /«\u00a0maxSlots\u00a0» doit être un texte/],
    ['a conflict', 'maxSlots: 3\n<<<<<<< HEAD\n', 2, /conflit git/],
    ['a NUL byte', 'maxSlots: 3\n\u0000', 2, /octet nul/],
    [
      'too many aliases',
      `a: &a [x]\n${Array.from({ length: 25 }, (_, at) => `${'abcdefghijklmnopqrstuvwxyz'.charAt(at + 1)}: &${'abcdefghijklmnopqrstuvwxyz'.charAt(at + 1)} [*${'abcdefghijklmnopqrstuvwxyz'.charAt(at)}, *${'abcdefghijklmnopqrstuvwxyz'.charAt(at)}]`).join('\n')}\n`,
      1,
      /alias/,
    ],
    ['a size that is no settings file', `# ${'a'.repeat(300_000)}\n`, 0, /256 Ko/],
  ])('says what is wrong with %s', (_, text, line, reason) => {
    expect(problems(parseCapacityFile(bytesOf(text)))).toEqual([
      [line, expect.stringMatching(reason) as string],
    ]);
  });

  it('reads escapes that stand for no character as U+FFFD: no page can show them', () => {
    const reading = parseCapacityFile(
      bytesOf('nextMonth: "T1 \\uD800\\0 2027"\nlastActivity: "\\U0001F600"\n'),
    );
    expect(reading).toMatchObject({
      kind: 'ok',
      value: { nextMonth: 'T1 \uFFFD\uFFFD 2027', lastActivity: '😀' },
    });
  });

  it('names its file, and the line that is not UTF-8', () => {
    const latin = Buffer.concat([bytesOf('maxSlots: 3\n# '), Buffer.from([0xe9])]);
    const reason = 'Cette ligne n’est pas en UTF-8\u00a0: enregistrez le fichier dans cet encodage.';
    expect(parseCapacityFile(latin)).toEqual({
      kind: 'problem',
      problems: [{ path: 'capacity.yml', line: 2, reason }],
    });
  });
});

describe('parseSiteFile', () => {
  it('reads the file of the starter, with a mark and CRLF too', () => {
    const text = starter('site.yml');
    const reading = parseSiteFile(bytesOf(text));
    expect(problems(reading)).toEqual([]);
    expect(parseSiteFile(bytesOf(`\ufeff${text.replaceAll('\n', '\r\n')}`))).toEqual(reading);
  });

  it('wants an address that leads somewhere', () => {
    const text = starter('site.yml').replace(/^( {2}profile: ).*$/m, '$1https://');
    expect(problems(parseSiteFile(bytesOf(text)))).toEqual([
      [expect.any(Number) as number, expect.stringMatching(/profile.*commence par https/) as string],
    ]);
  });

  it('names every field that is wrong, on its line', () => {
    const text = starter('site.yml')
      .replace(/^( {2}name: )Delvaure.*$/m, '$1""')
      .replace(/^( {2}profile: ).*$/m, '$1javascript:alert(1)')
      .replace(/^( {2}mantra: ).*$/m, '$1[a, b]')
      .replace(/^( {4}contactLabel: ).*\n/m, '');
    const lines = text.split('\n');
    const lineOf = (start: string): number => lines.findIndex((line) => line.startsWith(start)) + 1;
    expect(problems(parseSiteFile(bytesOf(text)))).toEqual([
      [lineOf('  name: ""'), 'Le champ «\u00a0brand.name\u00a0» ne peut pas être vide.'],
      [
        lineOf('  profile: '),
        'Le champ «\u00a0contact.profile\u00a0» doit être une adresse qui commence par https://.',
      ],
      [lineOf('  hero:'), 'Le champ «\u00a0home.hero.contactLabel\u00a0» manque.'],
      [lineOf('  mantra: '), 'Le champ «\u00a0footer.mantra\u00a0» doit être un texte.'],
    ]);
  });

  it('names a card and a network of a list', () => {
    const text = starter('site.yml').replace(/^ {2}- network: .*$/m, '  - network: myspace');
    expect(problems(parseSiteFile(bytesOf(text)))).toEqual([
      [
        text.split('\n').indexOf('  - network: myspace') + 1,
        'Le champ «\u00a0social.0.network\u00a0» doit être l’une de ces valeurs\u00a0: x, facebook, linkedin.',
      ],
    ]);
  });

  it('says how to save a file whose lines end in CR alone', () => {
    const text = starter('site.yml').replaceAll('\n', '\r');
    expect(problems(parseSiteFile(bytesOf(text)))).toEqual([
      [1, expect.stringMatching(/retour chariot seul \(CR\).* LF\.$/) as string],
    ]);
  });

  it('says that an empty file is empty', () => {
    expect(problems(parseSiteFile(bytesOf('# rien\n')))).toEqual([
      [1, 'Ce fichier est vide\u00a0: ses dernières valeurs connues servent.'],
    ]);
  });
});
