import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isPlainMap, type ValuePath, valueAt, withChange } from '#content/model/difference/value-changes.ts';
import { hasCode } from '../model/errors.ts';
import { ODD_TEXTS } from '../testing/odd-texts.ts';
import { editSettingsFile, parseCapacityFile, parseSiteFile } from './settings-file.ts';
import { plainValues, readYamlMapping } from './yaml-document.ts';

const STARTER = readFileSync(new URL('../starter/site.yml', import.meta.url), 'utf8');

function valuesOf(text: string): unknown {
  const reading = readYamlMapping(text.replace(/^\ufeff/, ''));
  return reading.kind === 'mapping' ? plainValues(reading.map, reading.aliases)?.value : undefined;
}

function edit(text: string, before: unknown, after: unknown): string {
  return Buffer.from(editSettingsFile(Buffer.from(text, 'utf8'), before, after)).toString('utf8');
}

/** The text with one value changed. */
function set(text: string, path: ValuePath, value: unknown): string {
  const before = valuesOf(text);
  return edit(text, before, withChange(before, { kind: 'set', path, value }));
}

function refusal(action: () => unknown): string | null {
  try {
    action();
    return null;
  } catch (error) {
    if (hasCode(error, 'invalid')) return error.data.reason;
    throw error;
  }
}

function leavesOf(value: unknown, path: ValuePath = []): readonly ValuePath[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown, at) => leavesOf(item, [...path, at]));
  if (isPlainMap(value))
    return Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...path, key]));
  return [path];
}

/** Lines of the first text that are not in the second, and the other way round, once what both share is left out. */
function differingLines(
  before: string,
  after: string,
): { readonly gone: number; readonly new: number; readonly at: number } {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return { gone: old.length - end - start, new: now.length - end - start, at: start };
}

function siteOf(text: string) {
  const reading = parseSiteFile(Buffer.from(text, 'utf8'));
  if (reading.kind === 'problem') throw new Error(JSON.stringify(reading.problems));
  return reading.value;
}

function otherValue(key: string, present: unknown): string {
  if (key === 'network') return present === 'x' ? 'facebook' : 'x';
  return key === 'url' || key === 'profile' ? 'https://exemple.fr/a' : 'Un autre texte.';
}

describe('editSettingsFile, on the starter', () => {
  const site = siteOf(STARTER);

  it('changes no byte when nothing differs', () => {
    expect(edit(STARTER, site, structuredClone(site))).toBe(STARTER);
  });

  it.each(leavesOf(site).map((path) => [path.join('.'), path] as const))(
    'changes the lines of %s only',
    (_, path) => {
      const last = path.at(-1);
      const value = otherValue(String(last), valueAt(site, path));
      const after = withChange(site, { kind: 'set', path, value });
      const text = edit(STARTER, site, after);
      expect(siteOf(text)).toEqual(after);
      const lines = STARTER.split('\n');
      const { gone, at } = differingLines(STARTER, text);
      // What went away is one value: a line with a key, and lines deeper than it.
      const first = lines
        .slice(0, at + 1)
        .findLastIndex((line) => new RegExp(`^ *(?:- )?${String(last)}:`).test(line));
      const indent = (lines[first] ?? '').search(/[^ -]/);
      const rest = lines.slice(first + 1, at + gone);
      expect(rest.every((line) => line === '' || line.search(/\S/) > indent)).toBe(true);
    },
  );

  it('breaks the lines of a folded text as the file does', () => {
    const about = `${'Un mot et puis un autre. '.repeat(20)}Fin.`;
    const text = edit(STARTER, site, { ...site, owner: { ...site.owner, about } });
    expect(siteOf(text).owner.about).toBe(about);
    expect(text).toContain('  about: >-\n    Un mot et puis');
    expect(
      Math.max(
        ...text
          .slice(0, text.indexOf('portrait:'))
          .split('\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThan(121);
  });

  it('keeps a text in lines as one, with its sign', () => {
    const notice = '## Éditeur\n\nUn texte.\n\n- un\n- deux';
    const text = edit(STARTER, site, { ...site, legal: { ...site.legal, notice } });
    expect(text).toContain(
      '  notice: |\n    ## Éditeur\n\n    Un texte.\n\n    - un\n    - deux\n  privacy: |\n',
    );
    expect(siteOf(text).legal.notice).toBe(notice);
  });

  it('adds, takes away and moves the cards of a list', () => {
    const { cards } = site.home.audience;
    const [one, two, three] = cards;
    if (one === undefined || two === undefined || three === undefined) throw new Error('three cards');
    const fresh = { title: 'Nouvelle', text: 'Un texte : court', icon: '' };
    const wishes = [
      [one, two],
      [two, three],
      [two],
      [one, two, three, fresh],
      [fresh, one, two, three],
      [one, fresh, two, three],
      [three, two, one],
      [{ ...one, title: 'Autre' }, fresh, two, three],
    ];
    for (const wish of wishes) {
      const after = { ...site, home: { ...site.home, audience: { ...site.home.audience, cards: wish } } };
      const text = edit(STARTER, site, after);
      expect(siteOf(text)).toEqual(after);
      const before = STARTER.indexOf('    cards:\n');
      expect(text.slice(0, before)).toBe(STARTER.slice(0, before));
      const rest = STARTER.slice(STARTER.indexOf('  approach:\n'));
      expect(text.endsWith(rest)).toBe(true);
    }
  });

  it('empties a list and fills it again', () => {
    const none = edit(STARTER, site, { ...site, social: [] });
    expect(none).toContain('\nsocial: []\n\nlegal:');
    const again = edit(none, siteOf(none), site);
    expect(siteOf(again)).toEqual(site);
    expect(again).toBe(STARTER);
  });

  it('writes and takes away an image', () => {
    const withLogo = edit(STARTER, site, {
      ...site,
      brand: { ...site.brand, logo: '/images/2026/logo.png' },
    });
    expect(withLogo).toBe(STARTER.replace('logo: null', 'logo: /images/2026/logo.png'));
    expect(edit(withLogo, siteOf(withLogo), site)).toBe(STARTER);
  });

  it('keeps the byte order mark and CRLF', () => {
    const windows = `\ufeff${STARTER.replaceAll('\n', '\r\n')}`;
    const after = { ...site, legal: { ...site.legal, notice: 'Un.\n\nDeux.' }, social: site.social.slice(1) };
    const text = edit(windows, site, after);
    expect(text.startsWith('\ufeff# Tout')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(siteOf(text.replaceAll('\r\n', '\n'))).toEqual(after);
  });

  it('gives any text back', () => {
    const capacity = readFileSync(new URL('../starter/capacity.yml', import.meta.url), 'utf8');
    for (const odd of ODD_TEXTS) {
      const text = set(capacity, ['testimonialQuote'], odd);
      expect(valuesOf(text), JSON.stringify(odd)).toMatchObject({ testimonialQuote: odd });
    }
  });
});

describe('editSettingsFile, on odd YAML', () => {
  it.each([
    ['quotes and comments', "a: 'un' # note\nb: 2\n", ['a'], "l'été", "a: 'l''été' # note\nb: 2\n"],
    ['a number', 'maxSlots: 3 # trois\n', ['maxSlots'], '12', 'maxSlots: 12 # trois\n'],
    ['an empty value', 'a:  # à écrire\nb: 2\n', ['a'], 'un', 'a: un  # à écrire\nb: 2\n'],
    ['a value to null', 'a: un # note\n', ['a'], null, 'a: null # note\n'],
    [
      'a map between braces',
      'brand: { name: Un, badge: "B" } # note\n',
      ['brand', 'name'],
      'Deux: bis',
      'brand: { name: "Deux: bis", badge: "B" } # note\n',
    ],
    [
      'a new key between braces',
      'brand: { name: Un }\n',
      ['brand', 'logo'],
      '/a.png',
      'brand: { name: Un, logo: "/a.png" }\n',
    ],
    [
      'a new key in lines',
      'a:\n  b: un\n  # après\n\nc: 3\n',
      ['a', 'd'],
      'deux',
      'a:\n  b: un\n  d: deux\n  # après\n\nc: 3\n',
    ],
    [
      'a new key in a map that is not there yet',
      'a: # note\n  b: un\n\n  # après\n  e: 4\nc: 3\n',
      ['a', 'd', 'f'],
      'deux',
      'a: # note\n  b: un\n\n  # après\n  e: 4\n  d:\n    f: deux\nc: 3\n',
    ],
    [
      'a text whose blank lines count, in CRLF',
      'a: |+\r\n  un\r\n\r\nb: 2\r\n',
      ['a'],
      ' x',
      'a: " x"\r\nb: 2\r\n',
    ],
    ['a list behind a comment', 'a: # note\n  - un\n  - deux\nb: 2\n', ['a'], [], 'a: [] # note\nb: 2\n'],
    ['a new key at an end without a line end', 'a: un', ['b'], 'deux', 'a: un\nb: deux\n'],
    ['a tab before a comment', 'a:\tun\t# note\n', ['a'], 'deux', 'a:\tdeux\t# note\n'],
    ['a text over several lines', 'a: un\n  deux\n  trois\nb: 4\n', ['a'], 'quatre', 'a: quatre\nb: 4\n'],
    ['a quoted text over lines', 'a: "un\n  deux" # note\n', ['a'], 'trois', 'a: "trois" # note\n'],
    ['an anchor nobody uses', 'a: &x un\nb: 2\n', ['a'], 'deux', 'a: &x deux\nb: 2\n'],
    ['an alias', 'a: &x un\nb: *x\n', ['b'], 'deux', 'a: &x un\nb: deux\n'],
    [
      'a map that is an alias',
      'a: &x { c: un }\nb: *x\nd: 3\n',
      ['b', 'c'],
      'deux',
      'a: &x { c: un }\nb:\n  c: deux\nd: 3\n',
    ],
    ['a key in quotes', '"a": un\n', ['a'], 'deux', '"a": deux\n'],
    ['an item between brackets', 'a: [un, "deux" , trois]\n', ['a', 1], 'x, y', 'a: [un, "x, y" , trois]\n'],
    ['an item in lines', 'a:\n- un # 1\n# entre\n- deux\n', ['a', 1], 'x', 'a:\n- un # 1\n# entre\n- x\n'],
    [
      'a list with one more',
      'a:\n- un # 1\n# fin\nb: 2\n',
      ['a'],
      ['un', 'x'],
      'a:\n- un # 1\n- x\n# fin\nb: 2\n',
    ],
    [
      'brackets with one more',
      'a: [un] # note\n',
      ['a'],
      ['zéro', 'un', 'x: y'],
      'a: [zéro, un, "x: y"] # note\n',
    ],
    ['brackets with one less', 'a: [un, deux, trois]\n', ['a'], ['un', 'trois'], 'a: [un, trois]\n'],
    ['maps between brackets', 'a: [{ b: un }, { b: deux }]\n', ['a'], [{ b: 'un' }], 'a: [{ b: un }]\n'],
    [
      'a folded text with a comment',
      'a: >- # note\n  un\n  deux\n\nb: 2\n',
      ['a'],
      'trois\nquatre',
      'a: >- # note\n  trois\n\n  quatre\n\nb: 2\n',
    ],
    ['a text that its block cannot hold', 'a: |\n  un\nb: 2\n', ['a'], ' x', 'a: " x"\nb: 2\n'],
    [
      'unknown keys around',
      'x: [1, {y: ~}]\na: un\n? z\n: w\n',
      ['a'],
      'deux',
      'x: [1, {y: ~}]\na: deux\n? z\n: w\n',
    ],
  ] as const)('changes %s', (_, text, path, value, expected) => {
    expect(set(text, path, value)).toBe(expected);
  });

  it('takes a key away that is no longer wanted', () => {
    expect(edit('a: un\nb:\n  c: 1\n  d: 2\ne: 5\n', { b: { c: '1' } }, {})).toBe('a: un\ne: 5\n');
  });

  it('refuses to change a value that another key borrows', () => {
    expect(refusal(() => set('a: &x un\nb: *x\n', ['a'], 'deux'))).toMatch(/«\u00a0a\u00a0».*sans risque/);
  });

  it('refuses to write a value anew that holds what would be lost', () => {
    for (const kept of ['? [y, z]\n  : w', 'y: !mien z'])
      expect(refusal(() => set(`a:\n  ${kept}\n  b: &x un\nc: *x\n`, ['a', 'b'], 'deux'))).toMatch(
        /«\u00a0a.b\u00a0».*sans risque/,
      );
    expect(set('a:\n  b: &x un\nc: *x\n', ['a', 'd'], 'deux')).toBe('a:\n  b: &x un\n  d: deux\nc: *x\n');
  });

  it('takes a key away between braces, and the first of an item', () => {
    expect(edit('a: { b: 1, c: 2 }\n', { a: { b: '1', c: '2' } }, { a: { c: '2' } })).toBe('a: { c: 2 }\n');
    const item = 'a:\n  - b: 1\n    # note\n    c: 2\n';
    expect(edit(item, { a: [{ b: '1', c: '2' }] }, { a: [{ c: '2' }] })).toBe('a:\n  - # note\n    c: 2\n');
  });

  it('refuses half a character, what cannot be read, and what is too long', () => {
    expect(refusal(() => set('a: un\n', ['a'], '\ud83d'))).toMatch(/moitié/);
    expect(refusal(() => edit('a: "un\n', { a: 'un' }, { a: 'deux' }))).toMatch(/ne se lit pas/);
    expect(refusal(() => edit('a: un\n\u0000', { a: 'un' }, { a: 'deux' }))).toMatch(/ne se lit pas/);
    expect(refusal(() => set('a: un\n', ['a'], 'x'.repeat(300_000)))).toMatch(/256 Ko/);
  });
});

describe('editSettingsFile, without a file', () => {
  it('writes one that reads back', () => {
    const site = siteOf(STARTER);
    const text = Buffer.from(editSettingsFile(null, {}, site)).toString('utf8');
    expect(siteOf(text)).toEqual(site);
    const reading = parseCapacityFile(Buffer.from(''));
    expect(reading.kind).toBe('problem');
  });

  it('writes the least', () => {
    const written = editSettingsFile(
      null,
      {},
      { currentMonth: 'T1 2027', maxSlots: '3', lastActivity: null },
    );
    expect(Buffer.from(written).toString('utf8')).toBe('currentMonth: T1 2027\nmaxSlots: "3"\n');
  });
});
