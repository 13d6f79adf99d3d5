import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOMS = ['.', '../../desktop/renderer'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
const COMMENT = /\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gs;
/** A pattern that is made to find them ends in a slash. */
const LOOSE = /« (?!\/)|(?<!\/) »/;

it('lets no line break between a quotation and its signs', () => {
  const sources = ROOMS.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => `${room}/${name}`),
  );
  expect(sources.length).toBeGreaterThan(150);
  const loose = sources.filter((path) => LOOSE.test(readFileSync(path, 'utf8').replace(COMMENT, '')));
  expect(loose).toEqual([]);
});
