import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';
import { root, sourceFiles } from './imports.ts';

/** Where sentences stand that a person reads. The words of the pages for maintenance are given as they are. */
const READ = /^(?:(?:content|desktop|server)\/|site\/(?!pages\/)|scripts\/[^/]+$)/;
const FOR_TESTS = /\.test\.tsx?$|\/testing\//;
/** Words that go into the files of an author, who types ordinary spaces. */
const TYPED = [
  'content/model/site.ts',
  'content/import/html/media.ts',
  'content/import/sites/embedded-html.ts',
];
/** A placeholder of SQL stands after a word in capitals. */
const LOOSE =
  /« | »|^[ \n]+[:;!?»](?=\s)|(?:^['"`}]?|[\p{L}\p{N}»)}%”"’…]) [:;!]+(?=\s|$|['"`)]|\$\{|\\n)|[\p{Ll}\p{N}»)}%”"’…] \?/u;

it('lets no line break between a quotation and its signs, or a sentence and its mark', () => {
  const files = sourceFiles().filter(
    (file) => READ.test(file) && !FOR_TESTS.test(file) && !TYPED.includes(file),
  );
  expect(files.length).toBeGreaterThan(700);
  const loose = files.flatMap((file) =>
    wordsOf(file)
      .filter((words) => LOOSE.test(words))
      .map((words) => [file, words]),
  );
  expect(loose).toEqual([]);
});

it('has a whole space before a colon, not the narrow one of other marks', () => {
  const files = sourceFiles().filter((file) => READ.test(file) && !FOR_TESTS.test(file));
  const narrow = files.flatMap((file) => wordsOf(file).filter((words) => /(?:\u202f|\\u202f):/i.test(words)));
  expect(narrow).toEqual([]);
});

/** The texts of a file as they are written, with their quotes. */
function wordsOf(file: string): readonly string[] {
  const code = readFileSync(join(root, file), 'utf8');
  const found: string[] = [];
  const add = ({ start, end }: { readonly start: number; readonly end: number }) =>
    found.push(code.slice(start, end));
  new Visitor({
    Literal: (literal) => typeof literal.value === 'string' && add(literal),
    TemplateElement: add,
    JSXText: add,
  }).visit(parseSync(file, code).program);
  return found;
}
