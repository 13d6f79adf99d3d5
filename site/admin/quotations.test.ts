import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOMS = ['.', '../../desktop/renderer'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
const COMMENT = /\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*/gs;
/** A pattern that is made to find them ends in a slash. */
const LOOSE = /« (?!\/)|(?<!\/) »/;
/** At the end of a text, where no code looks like it. */
const LOOSE_SIGN = /[\p{L}\p{N}»)}] [:;?!](?=['"`<]|\\n)/u;

it('lets no line break between a quotation and its signs, or a sentence and its mark', () => {
  const sources = ROOMS.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
      .map((name) => `${room}/${name}`),
  );
  expect(sources.length).toBeGreaterThan(150);
  const loose = sources.filter((path) => {
    const code = readFileSync(path, 'utf8').replace(COMMENT, '');
    return LOOSE.test(code) || LOOSE_SIGN.test(code);
  });
  expect(loose).toEqual([]);
});
