import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ADMIN = fileURLToPath(new URL('.', import.meta.url));
const COMMENT = /\/\*.*?\*\//gs;
/** What stands before a rule's braces. */
const SELECTORS = /(?<=^|[{}])[^{}]+(?=\{)/g;
const CLASS_ALONE = /^\.[\w-]+$/;

/** The classes that a style sheet gives a look to, wherever they stand. */
function classesOf(sheet: string): ReadonlySet<string> {
  const selectors = readFileSync(`${ADMIN}${sheet}`, 'utf8').replace(COMMENT, '').match(SELECTORS) ?? [];
  const names = selectors.flatMap((list) => list.split(',')).map((selector) => selector.trim());
  return new Set(names.filter((name) => CLASS_ALONE.test(name)));
}

it('gives each class its look in one style sheet: all of them are on one page', () => {
  const sheets = readdirSync(ADMIN, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  const owners = new Map<string, string[]>();
  for (const sheet of sheets)
    for (const name of classesOf(sheet)) owners.set(name, [...(owners.get(name) ?? []), sheet]);
  expect(sheets.length).toBeGreaterThan(20);
  expect([...owners].filter(([, where]) => where.length > 1)).toEqual([]);
});
