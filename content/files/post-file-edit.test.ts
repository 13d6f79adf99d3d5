import { describe, expect, it } from 'vitest';
import { hasCode } from '../model/errors.ts';
import type { FieldEdits } from './front-matter-fields.ts';
import { bodyOf } from './front-matter-split.ts';
import { editPostFile, newPostFile, parsePostFile } from './post-file.ts';

const ID = '6f1f0a52-7c1e-4f0e-9d5b-2a4b8c6d1e3f';

function edit(text: string, fields: FieldEdits, body?: string): string {
  const bytes = editPostFile(Buffer.from(text, 'utf8'), body === undefined ? { fields } : { fields, body });
  return Buffer.from(bytes).toString('utf8');
}

/** A file with these lines of front matter. */
function file(...lines: readonly string[]): string {
  return `---\n${lines.map((line) => `${line}\n`).join('')}---\nBonjour`;
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

describe('editPostFile', () => {
  it('keeps the quotes, the comment and the blanks of a value', () => {
    expect(edit(file('title: "Un"   # note'), { title: 'Deux' })).toBe(file('title: "Deux"   # note'));
    expect(edit(file("title: 'Un'\t# note"), { title: "L'an 2" })).toBe(file("title: 'L''an 2'\t# note"));
    expect(edit(file('title: Un # note'), { title: 'Deux' })).toBe(file('title: Deux # note'));
  });

  it('writes a subtitle below the title, and takes it away with no byte besides', () => {
    const before = file('title: Un # note', 'layout: post', 'excerpt: "E"');
    const after = file('title: Un # note', 'subtitle: "Oui : une suite"', 'layout: post', 'excerpt: "E"');
    expect(edit(before, { subtitle: 'Oui : une suite' })).toBe(after);
    expect(edit(after, { subtitle: null })).toBe(before);
    const written = newPostFile({ title: 'Un', subtitle: 'Deux', excerpt: 'E', readTime: '3 min' }, 'T');
    expect(Buffer.from(written).toString()).toBe(
      '---\ntitle: Un\nsubtitle: Deux\nexcerpt: E\nreadTime: 3 min\n---\nT',
    );
  });

  it('takes other quotes when the old ones cannot hold the value', () => {
    expect(edit(file('title: Un # note'), { title: 'Deux : la suite' })).toBe(
      file('title: "Deux : la suite" # note'),
    );
    expect(edit(file("title: 'Un'"), { title: 'Deux\u2028' + 'trois' })).toBe(
      file('title: "Deux\\u2028trois"'),
    );
  });

  it('keeps blocks as blocks, with their sign, comment and retreat', () => {
    const before = file(
      'title: Un',
      'excerpt: |  # note',
      '    a',
      '',
      '    b',
      '',
      'socialTitle: >-',
      '  c',
      '  d',
    );
    expect(edit(before, { excerpt: 'x\n\ny\n', socialTitle: 'e\nf' })).toBe(
      file('title: Un', 'excerpt: |  # note', '    x', '', '    y', '', 'socialTitle: >-', '  e', '', '  f'),
    );
    expect(edit(before, { excerpt: ' x' })).toContain('excerpt: " x"\n\nsocialTitle');
  });

  it('replaces texts over several lines', () => {
    expect(
      edit(file('title: Un', '  deux', 'excerpt: "a', '  b" # c'), { title: 'Trois', excerpt: 'd' }),
    ).toBe(file('title: Trois', 'excerpt: "d" # c'));
  });

  it('fills a value that was empty, before its comment', () => {
    expect(
      edit(file('title: Un', 'excerpt:  # à écrire', 'coverImage: ~'), {
        excerpt: 'a',
        coverImage: '/images/a.jpg',
      }),
    ).toBe(file('title: Un', 'excerpt: a  # à écrire', 'coverImage: /images/a.jpg'));
  });

  it('changes only the tags that change, in brackets and in lines', () => {
    expect(edit(file('title: Un', "tags: [ 'a', b ,c] # note"), { tags: ['a', 'x: y', 'c', 'd'] })).toBe(
      file('title: Un', 'tags: [ \'a\', "x: y" ,c, d] # note'),
    );
    expect(
      edit(file('title: Un', 'tags:', '- a # un', '# deux', '- "b"', '- c'), { tags: ['z', 'a', 'b', 'd'] }),
    ).toBe(file('title: Un', 'tags:', '- z', '- a # un', '# deux', '- "b"', '- d'));
    expect(edit(file('title: Un', 'tags: [a, b, c]'), { tags: ['b'] })).toBe(file('title: Un', 'tags: [b]'));
    expect(edit(file('title: Un', 'tags:', '  - a', '  - b'), { tags: [] })).toBe(
      file('title: Un', 'tags: []'),
    );
    expect(edit(file('title: Un', 'tags: a, b'), { tags: ['a'] })).toBe(file('title: Un', 'tags: [a]'));
  });

  it('puts a new field in its order, with the line end and the retreat of the file', () => {
    expect(
      edit(file('title: Un', 'layout: post', 'isPublished: false'), {
        published: '2026-11-20T08:00:00.000Z',
        tags: ['a', '1'],
      }),
    ).toBe(
      file(
        'title: Un',
        'tags: [a, "1"]',
        'published: 2026-11-20T08:00:00.000Z',
        'layout: post',
        'isPublished: false',
      ),
    );
    expect(edit(file('# le titre', 'title: Un'), { id: ID })).toBe(
      file(`id: ${ID}`, '# le titre', 'title: Un'),
    );
    expect(edit('---\r\n  title: Un\r\n---\r\n', { readTime: '9 min' })).toBe(
      '---\r\n  title: Un\r\n  readTime: 9 min\r\n---\r\n',
    );
    expect(edit(file('{ title: Un }'), { category: 'Sport' })).toBe(file('{ title: Un, category: Sport }'));
  });

  it('removes the lines of a field, with the comments in its retreat', () => {
    const before = file(
      'title: Un',
      '# extrait',
      'excerpt: |',
      '  a',
      'tags:',
      '  - a',
      '  # fin',
      'layout: post',
    );
    expect(edit(before, { excerpt: null, tags: null })).toBe(file('title: Un', '# extrait', 'layout: post'));
  });

  it('changes no byte for a value that the file states already, in whatever form', () => {
    const text = file(
      'title: 1.10',
      "isPublished: 'False'",
      'published: 2024-01-05',
      'tags: a, b',
      'excerpt:',
      `id: ${ID.toUpperCase()}`,
    );
    const same = {
      title: '1.10',
      isPublished: false,
      published: '2024-01-04T23:00:00.000Z',
      tags: ['a', 'b'],
      excerpt: '',
      id: ID,
      category: 'Business',
      coverImage: null,
      ogImage: '',
      readTime: '1 min',
    };
    expect(edit(text, same, 'Bonjour')).toBe(text);
  });

  it('writes a read time only when it is not the computed one', () => {
    const text = file('title: Un');
    expect(edit(text, { readTime: '1 min' }, 'mot '.repeat(2000))).not.toContain('readTime');
    expect(edit(text, { readTime: '4 min' })).toContain('readTime: 4 min\n');
    expect(edit(file('title: Un', 'readTime: 4 min'), { readTime: '1 min' })).toContain('readTime: 1 min\n');
  });

  it('handles quoted and complex keys, and a document that ends with dots', () => {
    expect(
      edit(file('"title": Un', '? excerpt', ': a', '...'), {
        title: 'Deux',
        excerpt: 'b',
        category: 'Sport',
      }),
    ).toBe(file('"title": Deux', '? excerpt', ': b', 'category: Sport', '...'));
  });

  it('mends a field that broke a rule', () => {
    expect(
      edit(file('title: Un', 'published: demain', 'tags: {a: b}'), { published: null, tags: ['a'] }),
    ).toBe(file('title: Un', 'tags: [a]'));
  });

  it('refuses to change a value that another key borrows', () => {
    const text = file('title: &nom Un', 'rappel: *nom');
    expect(refusal(() => edit(text, { title: 'Deux' }))).toMatch(/sans risque/);
    expect(edit(text, { excerpt: 'a' })).toBe(file('title: &nom Un', 'excerpt: a', 'rappel: *nom'));
    expect(edit(file('a: &nom Un', 'title: *nom'), { title: 'Deux' })).toBe(
      file('a: &nom Un', 'title: Deux'),
    );
  });

  it('refuses what no file can state, and files that cannot be read', () => {
    expect(refusal(() => edit(file('title: Un'), { title: ' ' }))).toMatch(/vide/);
    expect(refusal(() => edit(file('title: Un'), { id: 'x' }))).toMatch(/UUID/);
    expect(refusal(() => edit(file('title: Un'), { published: 'demain' }))).toMatch(/date/);
    expect(refusal(() => edit(file('title: Un'), { excerpt: '\ud83d' }))).toMatch(/moitié/);
    expect(refusal(() => edit(file('title: Un'), {}, '\udc00'))).toMatch(/moitié/);
    expect(refusal(() => edit(file('title: Un'), {}, 'a\u0000'))).toMatch(/octet nul/);
    expect(refusal(() => edit(file('title: Un'), { excerpt: 'a'.repeat(300_000) }))).toMatch(/256 Ko/);
    for (const text of [
      'Bonjour',
      '---js\n---\n',
      '---\ntitle: "a\n---\n',
      '---\n- a\n---\n',
      '---\n---\n',
    ]) {
      expect(refusal(() => edit(text, { title: 'Deux' }))).not.toBeNull();
    }
  });

  it.each([
    '',
    '\n',
    'a',
    'a\r\nb',
    '---\nisPublished: true\n---\n',
    '---js\nx\n---\n',
    '---',
    'a\u2028b',
    '😀',
    '\ufeffa',
    '\n---\n',
  ])('gives the body « %s » back byte for byte', (body) => {
    for (const text of [
      '---\ntitle: a\n---',
      '\ufeff---\r\ntitle: a\r\n--- \r\nBonjour',
      '---\ntitle: a\n---\nBonjour\n',
    ]) {
      const after = Buffer.from(edit(text, {}, body), 'utf8');
      expect(bodyOf(after)).toBe(body);
      expect(parsePostFile({ path: 'posts/a.md', bytes: after })).toMatchObject({
        kind: 'post',
        post: { title: 'a', isPublished: false },
      });
    }
  });

  it('changes no byte for the body that is there', () => {
    for (const text of ['---\ntitle: a\n---', '---\ntitle: a\n---\n\r\nb']) {
      expect(edit(text, {}, bodyOf(Buffer.from(text, 'utf8')))).toBe(text);
    }
  });
});

describe('newPostFile', () => {
  it('writes the fields in their order', () => {
    const fields = {
      title: 'Discipline et business',
      id: ID,
      excerpt: 'Tenir : pourquoi ?',
      category: 'Business',
      tags: ['discipline', 'mindset'],
      published: '2026-11-20T08:00:00.000Z',
      isPublished: true,
      coverImage: '/images/2026/couverture-3f9a1c.jpg',
      coverImageAlt: null,
      ogImage: '',
    };
    expect(Buffer.from(newPostFile(fields, 'Bonjour\n')).toString('utf8')).toBe(
      [
        '---',
        `id: ${ID}`,
        'title: Discipline et business',
        'excerpt: "Tenir : pourquoi ?"',
        'category: Business',
        'tags: [discipline, mindset]',
        'published: 2026-11-20T08:00:00.000Z',
        'isPublished: true',
        'coverImage: /images/2026/couverture-3f9a1c.jpg',
        '---',
        'Bonjour\n',
      ].join('\n'),
    );
  });

  it('refuses a post without a title', () => {
    expect(refusal(() => newPostFile({ id: ID }, 'Bonjour'))).toMatch(/vide/);
  });

  it('starts a file that later edits keep', () => {
    const first = newPostFile({ id: ID, title: 'Un', isPublished: false }, '---\n');
    const second = editPostFile(first, { fields: { title: 'Deux' } });
    expect(Buffer.from(second).toString('utf8')).toBe(
      Buffer.from(first).toString('utf8').replace('Un', 'Deux'),
    );
  });
});
