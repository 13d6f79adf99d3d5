import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './imports.ts';
import { faultsOf, isChecked, type Project } from './testing/references.ts';

function kept(): Project {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = new Set(listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file))));
  return { files, read: (file) => readFileSync(join(root, file), 'utf8') };
}

/** Joined, so that this file says nothing of its own. */
function comment(...words: readonly string[]): string {
  return ['', `** ${words.join('\n * ')} *`, ''].join('/');
}

/** A project of two documents and the file under test. */
function project(file: string, text: string): Project {
  const others = {
    'docs/product.md': '# Promises\n\n## 16. Article form\n\nText.\n',
    'docs/decisions/049-what-a-remote-may-have-taken.md': '# 49. What a remote may have taken\n',
  };
  const texts = new Map(Object.entries({ ...others, [file]: text }));
  return { files: new Set(texts.keys()), read: (path) => texts.get(path) ?? '' };
}

function faults(file: string, text: string): readonly string[] {
  return faultsOf(file, project(file, text));
}

describe('the references of the project', () => {
  it('lead to places that exist', () => {
    const all = kept();
    expect([...all.files].filter(isChecked).flatMap((file) => faultsOf(file, all))).toEqual([]);
  });
});

describe('faultsOf', () => {
  it('finds a heading by its name, across the lines of a comment', () => {
    expect(faults('a.ts', comment('The form (docs/product.md,', 'Article form): all.'))).toEqual([]);
    expect(faults('a.ts', '// docs/product.md,\n// Article form')).toEqual([]);
  });

  it('refuses a heading that a document does not have', () => {
    expect(faults('a.ts', comment('docs/product.md, Article.'))).toEqual([
      'a.ts: docs/product.md has no heading « Article. */ »',
    ]);
    expect(faults('a.css', comment('docs/product.md, Article formation'))).toHaveLength(1);
  });

  it('refuses a document that does not exist', () => {
    expect(faults('docs/a.md', 'See docs/plans.md.')).toEqual([
      'docs/a.md: names docs/plans.md, which does not exist',
    ]);
    expect(faults('a.ts', '// As README.md says.')).toEqual(['a.ts: names README.md, which does not exist']);
  });

  it('refuses a decision that was not taken', () => {
    expect(faults('a.ts', '// docs/decisions/049')).toEqual([]);
    expect(faults('a.ts', '// docs/decisions/056')).toEqual([
      'a.ts: names docs/decisions/056, which does not exist',
    ]);
  });

  it('refuses the name of a document outside of the repository, in code too', () => {
    const outside = ['SPEC', 'md'].join('.');
    expect(faults('a.ts', `it('is as in ${outside}', run);`)).toEqual([
      `a.ts: names ${outside}, which is not here`,
    ]);
    expect(faults('a.md', `See ${['FACTS', '16'].join(' ')}.`)).toHaveLength(1);
  });

  it('follows links and pictures, and their headings', () => {
    expect(faults('docs/a.md', '[form](product.md#16-article-form) ![](product.md)')).toEqual([]);
    expect(faults('docs/a.md', '[form](product.md#article)')).toEqual([
      'docs/a.md: links to product.md#article: no such heading',
    ]);
    expect(faults('docs/a.md', '![site](images/a.png) <img src="images/b.png" alt="">')).toEqual([
      'docs/a.md: links to images/a.png, which does not exist',
      'docs/a.md: links to images/b.png, which does not exist',
    ]);
  });

  it('refuses a file of the source that a document names and that is not there', () => {
    expect(faults('docs/a.md', '`docs/product.md` and `docs/decisions/*taken.md`, in `docs/`')).toEqual([]);
    expect(faults('docs/a.md', '`server/gone.ts` or `server/*gone.ts`')).toEqual([
      'docs/a.md: names server/gone.ts, which does not exist',
      'docs/a.md: names server/*gone.ts, which does not exist',
    ]);
    expect(faults('server/README.md', 'As `api/gone.ts` does.')).toHaveLength(1);
    expect(faults('CHANGELOG.md', '`server/gone.ts`')).toEqual([]);
  });

  it('takes articles, code and strings for what they are', () => {
    expect(faults('docs/a.md', 'A file `posts/2026/sujet.md`, written `![](/images/a.png)`.')).toEqual([]);
    expect(faults('a.ts', "const file = 'README.md';")).toEqual([]);
    const pattern = ['notes/', '*'].join('');
    expect(faults('a.ts', `const of = ['${pattern}', 'README.md', '{/* nothing */}'];`)).toEqual([]);
  });
});
