import { describe, expect, it } from 'vitest';
import { hasCode } from '../model/errors.ts';
import { FRONT_MATTER_FIELDS, type FrontMatterField } from '../model/post-fields.ts';
import { type OddPost, oddPosts } from '../testing/odd-posts.ts';
import { oddText } from '../testing/odd-texts.ts';
import { createRandom } from '../testing/random.ts';
import { rounds } from '../testing/rounds.ts';
import { bodyOf } from './front-matter-split.ts';
import { editPostFile, parsePostFile } from './post-file.ts';

const POSTS = oddPosts(rounds({ few: 100, all: 2000 }));

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

function statedPost(file: OddPost) {
  const result = parsePostFile(file);
  if (result.kind === 'problem') throw new Error(`${JSON.stringify(result.problems)}\n${textOf(file.bytes)}`);
  return result.post;
}

/** The fields of a change, each set to `value`. */
function setting(field: FrontMatterField, value: unknown) {
  return { fields: { [field]: value } };
}

/** The bytes after an edit, or null when the file is written in a way that is refused. */
function edited(file: OddPost, field: FrontMatterField, value: unknown): Uint8Array | null {
  try {
    return editPostFile(file.bytes, setting(field, value));
  } catch (error) {
    if (hasCode(error, 'invalid')) return null;
    throw error;
  }
}

/** Lines of `before`, counted from 0, that `after` does not share at its two ends. */
function changedLines(before: string, after: string): { readonly from: number; readonly to: number } {
  const [old, young] = [before.split('\n'), after.split('\n')];
  let from = 0;
  while (from < old.length && from < young.length && old[from] === young[from]) from += 1;
  let end = 0;
  while (end < Math.min(old.length, young.length) - from && old.at(-1 - end) === young.at(-1 - end)) end += 1;
  return { from, to: old.length - end };
}

function otherValue(field: FrontMatterField): string | boolean | readonly string[] {
  if (field === 'id') return '0b6c3b1e-5f0e-4d57-9a3c-9d1d3f6f2b11';
  if (field === 'tags') return ['nouveau', 'et: ancien'];
  if (field === 'published' || field === 'unpublishAt') return '2031-02-03T04:05:06.007Z';
  return 'Un autre « texte » : l’essai # 2';
}

const isFlag = (field: FrontMatterField) => field === 'isPublished' || field === 'menu';

describe('odd but legal files', () => {
  it('say what their generator meant', () => {
    const defaults = new Map<FrontMatterField, unknown>([
      ['excerpt', ''],
      ['tags', []],
      ['formerAddresses', []],
    ]);
    for (const file of POSTS) {
      const post = statedPost(file);
      for (const [field, value] of file.fields) {
        if (field === 'readTime' && (value === null || value === '')) continue;
        const expected = value === null || value === '' ? (defaults.get(field) ?? null) : value;
        if (JSON.stringify(post[field]) !== JSON.stringify(expected))
          expect(post[field], textOf(file.bytes)).toEqual(expected);
      }
      if (bodyOf(file.bytes) !== file.body) expect(bodyOf(file.bytes), textOf(file.bytes)).toBe(file.body);
    }
  });

  it('come back with 0 changed bytes when every value is saved as it is', () => {
    for (const file of POSTS) {
      const { id, ...values } = statedPost(file);
      const fields = Object.fromEntries(
        FRONT_MATTER_FIELDS.flatMap((field) => (field === 'id' ? [] : [[field, values[field]]])),
      );
      const saved = editPostFile(file.bytes, {
        fields: { ...fields, ...(file.fields.has('id') ? { id } : {}) },
        body: file.body,
      });
      expect(Buffer.compare(saved, file.bytes), textOf(file.bytes)).toBe(0);
    }
  });

  it('change only the lines of the one field that changes', () => {
    const random = createRandom(10);
    let refused = 0;
    let checked = 0;
    for (const file of POSTS) {
      for (const [field, { from, to }] of file.lines) {
        if (field !== 'title' && random.oneIn(2)) continue;
        const value = isFlag(field) ? !statedPost(file)[field] : otherValue(field);
        const after = edited(file, field, value);
        if (after === null) refused += 1;
        if (after === null) continue;
        checked += 1;
        const changed = changedLines(textOf(file.bytes), textOf(after));
        if (changed.from < from || changed.to > to || bodyOf(after) !== file.body) {
          expect.fail(`${field}\n${textOf(file.bytes)}\n→\n${textOf(after)}`);
        }
      }
    }
    expect(checked).toBeGreaterThan(POSTS.length * 2.4);
    // Only titles that another key borrows.
    expect(refused).toBe(POSTS.filter(({ shared }) => shared.size > 0).length);
  });

  it('lose only the lines of a field that is removed', () => {
    const random = createRandom(11);
    for (const file of POSTS) {
      for (const [field, { from, to }] of file.lines) {
        if (field === 'title' || !random.oneIn(3)) continue;
        const stated = file.fields.get(field);
        const after = edited(file, field, null);
        if (after === null) throw new Error(`${field} of\n${textOf(file.bytes)}`);
        const lines = textOf(file.bytes).split('\n');
        const left = [...lines.slice(0, from), ...lines.slice(to)];
        // A field written empty says null already; blank lines below a text stay.
        const isKept = stated === null || stated === '';
        if (isKept && Buffer.compare(after, file.bytes) === 0) continue;
        const [now, expected] = [withoutBlanks(textOf(after).split('\n')), withoutBlanks(left)];
        if (isKept || now.join('\n') !== expected.join('\n'))
          expect(now, `${field}\n${textOf(file.bytes)}`).toEqual(isKept ? lines : expected);
      }
    }
  });

  it('gain exactly one line with a new field', () => {
    const random = createRandom(9);
    for (const file of POSTS) {
      const absent = FRONT_MATTER_FIELDS.filter((field) => !file.fields.has(field) && !isFlag(field));
      if (absent.length === 0) continue;
      const field = random.pick(absent);
      const after = edited(file, field, otherValue(field));
      if (after === null) throw new Error(`${field} of\n${textOf(file.bytes)}`);
      const [before, now] = [textOf(file.bytes).split('\n'), textOf(after).split('\n')];
      const at = now.findIndex((line, index) => line !== before[index]);
      const isInline = textOf(file.bytes).includes('{ "title"');
      expect(now.length - before.length).toBe(isInline ? 0 : 1);
      if (!isInline) expect([...now.slice(0, at), ...now.slice(at + 1)]).toEqual(before);
    }
  });
});

function withoutBlanks(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line.trim() !== '');
}

describe('any text in any field', () => {
  const TEXT_FIELDS = [
    'title',
    'excerpt',
    'category',
    'coverImage',
    'coverImageAlt',
    'ogImage',
    'socialTitle',
    'socialDescription',
    'readTime',
  ] as const;

  it('reads back as it was, whatever the file looked like', () => {
    const random = createRandom(7);
    for (const file of POSTS) {
      const field = random.pick(TEXT_FIELDS);
      const text = oddText(random);
      if (file.shared.has(field) || text.trim() === '') continue;
      const after = parsePostFile({ ...file, bytes: editPostFile(file.bytes, setting(field, text)) });
      expect(after.kind === 'post' ? after.post[field] : after, JSON.stringify(text)).toBe(text);
    }
  });

  it('reads back as a tag and as a body', () => {
    const random = createRandom(8);
    for (const file of POSTS) {
      const tags = Array.from({ length: random.below(5) }, () => oddText(random)).filter(
        (tag) => tag.trim() !== '',
      );
      const body = oddText(random).replaceAll('\u0000', '');
      const after = editPostFile(file.bytes, { fields: { tags }, body });
      expect(statedPost({ ...file, bytes: after }).tags).toEqual(tags);
      expect(bodyOf(after)).toBe(body);
    }
  });
});
