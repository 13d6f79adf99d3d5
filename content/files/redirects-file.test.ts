import { describe, expect, it } from 'vitest';
import { editRedirects, parseRedirectsFile, type RedirectEdits, withRedirects } from './redirects-file.ts';

const bytes = (text: string) => Buffer.from(text);
/** A file with one change made to it: the same whether its lines are read at once or once they are asked for. */
const edited =
  (kind: 'moved' | 'gone' | 'hidden' | 'carried' | 'taken') =>
  (current: Uint8Array | null, from: string, to = ''): Uint8Array => {
    const edit = (edits: RedirectEdits) => edits[kind](from, to);
    const made = editRedirects(current, edit) ?? new Uint8Array();
    const { redirects, problems } = parseRedirectsFile(current ?? new Uint8Array());
    if (redirects !== null && problems.length === 0) {
      const asked = editRedirects(current, edit, redirects) ?? new Uint8Array();
      expect(Buffer.from(asked).toString('latin1')).toBe(Buffer.from(made).toString('latin1'));
    }
    return made;
  };
const [moved, gone, hidden] = [edited('moved'), edited('gone'), edited('hidden')];
const [carried, taken] = [edited('carried'), edited('taken')];
const text = (result: Uint8Array) => Buffer.from(result).toString();
/** The redirects of a result, and that all of its lines are read. */
const read = (result: Uint8Array) => parseRedirectsFile(result);
const redirects = (result: Uint8Array) => Object.fromEntries(read(result).redirects ?? []);

describe('editRedirects, moved', () => {
  it('begins the file with a sentence and the redirect', () => {
    const made = moved(null, '/blog/ancien', '/blog/nouveau');
    expect(text(made)).toMatch(/^# .+\n\/blog\/ancien: \/blog\/nouveau\n$/);
    expect(read(made).problems).toEqual([]);
  });

  it('makes no chain: what led to the old address leads to the new one', () => {
    const made = moved(bytes('/blog/a: /blog/b\n'), '/blog/b', '/blog/c');
    expect(text(made)).toBe('/blog/a: /blog/c\n/blog/b: /blog/c\n');
  });

  it('keeps the part of the page that an old address leads to', () => {
    const before = bytes('/tarifs: /blog/b#tarifs\n/avis: /blog/b?page=2#avis\n');
    const made = moved(before, '/blog/b', '/blog/c');
    expect(redirects(made)).toEqual({
      '/tarifs': '/blog/c#tarifs',
      '/avis': '/blog/c#avis',
      '/blog/b': '/blog/c',
    });
    expect(redirects(gone(made, '/blog/c'))).toMatchObject({ '/tarifs': 'gone', '/avis': 'gone' });
  });

  it('makes no loop when a post gets its former address back', () => {
    const there = moved(bytes('/blog/a: /blog/b\n/blog/x: /blog/b\n'), '/blog/b', '/blog/a');
    expect(redirects(there)).toEqual({ '/blog/x': '/blog/a', '/blog/b': '/blog/a' });
  });

  it('leads an address that was gone, or went elsewhere, to the new one', () => {
    const made = moved(bytes('/blog/a: gone # parti\n/blog/a: /blog/z\n'), '/blog/a', '/blog/b');
    expect(text(made)).toBe('/blog/a: /blog/b # parti\n/blog/a: /blog/b\n');
  });

  it('keeps every other byte: comments, unknown lines, quotes, CRLF, bytes that are not UTF-8', () => {
    const before = Buffer.concat([
      Buffer.from('\ufeff# Été : à garder\r\n"/blog/a" : \'/blog/b\'   # note\r\n? étrange [\r\n'),
      Buffer.from([0xe9, 0x0d, 0x0a]),
      Buffer.from('/blog/z: /blog/y'),
    ]);
    const after = Buffer.from(moved(before, '/blog/b', '/blog/c'));
    const expected = before.toString('latin1').replace("'/blog/b'", '/blog/c');
    expect(after.toString('latin1')).toBe(`${expected}\r\n/blog/b: /blog/c\r\n`);
  });

  it('gives the same bytes when the file says so already', () => {
    const before = bytes('/blog/a: /blog/b\n');
    expect(moved(before, '/blog/a', '/blog/b')).toBe(before);
  });

  it('never chains nor loops, whatever posts are renamed in turn', () => {
    const names = ['/blog/a', '/blog/b', '/c', '/d'];
    let file: Uint8Array | null = null;
    for (let step = 0; step < 200; step += 1) {
      const from = names[(step * 7) % 4] ?? '';
      const to = names[(step * 5 + (step >> 2)) % 4] ?? '';
      if (from !== to) file = moved(file, from, to);
      const all = redirects(file ?? bytes(''));
      expect(Object.values(all).filter((target) => target in all)).toEqual([]);
    }
  });
});

describe('editRedirects, gone', () => {
  it('takes what led to the address with it', () => {
    const made = gone(bytes('/blog/a: /blog/b\n/blog/c: /blog/d\n'), '/blog/b');
    expect(text(made)).toBe('/blog/a: gone\n/blog/c: /blog/d\n/blog/b: gone\n');
  });

  it('says it once', () => {
    const before = bytes('/blog/b: gone\n');
    expect(gone(before, '/blog/b')).toBe(before);
  });
});

describe('editRedirects, hidden', () => {
  it('says that the address is gone, and leaves what leads to it', () => {
    const made = hidden(bytes('/blog/a: /blog/b\n'), '/blog/b');
    expect(text(made)).toBe('/blog/a: /blog/b\n/blog/b: gone\n');
    expect(text(hidden(bytes('/blog/b: /blog/z # mot\n'), '/blog/b'))).toBe('/blog/b: gone # mot\n');
  });
});

describe('editRedirects, carried', () => {
  it('leads an address that readers knew along with its post', () => {
    const made = carried(bytes('/blog/x: /blog/a\n/blog/a: gone\n'), '/blog/a', '/blog/b');
    expect(text(made)).toBe('/blog/x: /blog/b\n/blog/a: /blog/b\n');
  });

  it.each([
    ['nobody knew'],
    ['leads elsewhere', '/blog/a: /blog/z\n'],
    ['would end where another leads on', '/blog/a: gone\n/blog/b: /blog/z\n'],
  ])('leaves one that %s', (_what, before = '') => {
    expect(text(carried(bytes(before), '/blog/a', '/blog/b'))).toBe(before);
  });
});

describe('editRedirects, taken', () => {
  it('removes what the address led to, and nothing else', () => {
    const made = taken(bytes('# Un\n/blog/a: gone\n/blog/b: /blog/a\n'), '/blog/a');
    expect(text(made)).toBe('# Un\n/blog/b: /blog/a\n');
  });

  it('makes no file where there was none', () => {
    expect(taken(null, '/blog/a')).toHaveLength(0);
  });
});

describe('withRedirects', () => {
  it('writes several at once without a chain', () => {
    const made = withRedirects(bytes('/vieux: /blog/a\n'), [
      ['/blog/a', '/blog/b'],
      ['/blog/c', 'gone'],
    ]);
    expect(redirects(made)).toEqual({ '/vieux': '/blog/b', '/blog/a': '/blog/b', '/blog/c': 'gone' });
  });
});

describe('withRedirects, of what another side says', () => {
  it('leaves what is said of the address it leads to, and out what would lead back', () => {
    const left = withRedirects(bytes('/blog/b: gone\n'), [['/blog/a', '/blog/b']]);
    expect(redirects(left)).toEqual({ '/blog/b': 'gone', '/blog/a': '/blog/b' });
    const back = withRedirects(bytes('/blog/b: /blog/a\n'), [['/blog/a', '/blog/b']]);
    expect(redirects(back)).toEqual({ '/blog/b': '/blog/a' });
    const part = bytes('/blog/b: /blog/a#fin\n');
    expect(withRedirects(part, [['/blog/a', '/blog/b']])).toBe(part);
  });
});

describe('parseRedirectsFile', () => {
  it('reads quoted and plain lines, paths without a final slash, comments apart', () => {
    const file = '---\n# Un\n\n"/blog/a/": \'/blog/b\'\n/été: /blog/b#suite # fin\n/blog/c: gone\r\n';
    expect(read(bytes(file))).toEqual({
      redirects: new Map([
        ['/blog/a', '/blog/b'],
        ['/%C3%A9t%C3%A9', '/blog/b#suite'],
        ['/blog/c', 'gone'],
      ]),
      problems: [],
    });
  });

  it.each([
    ['autre chose'],
    ['/blog/a:/blog/b'],
    ['/blog/a: https://ailleurs.fr/'],
    ['/blog/a: //ailleurs.fr'],
    ['/blog/a: /\\ailleurs.fr'],
    ['/blog/a: /blog/../..//ailleurs.fr'],
    ['//ailleurs.fr: /blog/a'],
    ['/blog/a: [/blog/b]'],
    ['/: /blog/b'],
    ['/blog/a: /blog/a'],
  ])('lists « %s » with its line and reads the others', (line) => {
    const { redirects: found, problems } = read(bytes(`/blog/x: gone\n${line}\n/blog/y: gone\n`));
    expect([...(found ?? [])]).toEqual([
      ['/blog/x', 'gone'],
      ['/blog/y', 'gone'],
    ]);
    expect(problems).toMatchObject([{ path: 'redirects.yml', line: 2 }]);
  });

  it('lets the last of two lines count, and says so', () => {
    const { redirects: found, problems } = read(bytes('/blog/x: /blog/a\n/blog/x: gone\n'));
    expect([[...(found ?? [])], problems.map(({ line }) => line)]).toEqual([[['/blog/x', 'gone']], [2]]);
  });

  it('refuses what is no text as a whole', () => {
    expect(read(Buffer.from([0x2f, 0xe9, 0x0a]))).toMatchObject({ redirects: null, problems: [{ line: 1 }] });
  });
});
