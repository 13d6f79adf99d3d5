import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '../testing/temporary-repository.ts';
import { openTextCache } from './text-cache.ts';

let folder: TemporaryFolder;
let file: string;
let errors: unknown[];
beforeEach(() => {
  folder = createTemporaryFolder();
  file = join(folder.path, 'cache/texts.sqlite');
  errors = [];
});
afterEach(() => folder.remove());

const open = (maxBytes = 1e9) => openTextCache({ file, maxBytes, onError: (error) => errors.push(error) });

/** What a program has written, and closed. */
function addThese(texts: Readonly<Record<string, string>>): void {
  const cache = open();
  for (const [key, text] of Object.entries(texts)) cache.add(key, text);
  cache.close();
}

describe('openTextCache', () => {
  it('gives a text back as it was written, at once and after a start, and nothing for another key', () => {
    const cache = open();
    const text = 'Été\u202F; « œuvre » 🦉\u2028<p>';
    cache.add('a', text);
    expect([cache.find('a'), cache.find('b')]).toEqual([text, null]);
    cache.close();
    const again = open();
    expect([again.find('a'), again.find('b'), errors]).toEqual([text, null, []]);
    again.close();
  });

  it('takes the last text written under a key', () => {
    addThese({ a: 'un' });
    addThese({ a: 'deux' });
    expect(open().find('a')).toBe('deux');
  });

  it('gives nothing for a text that is not the one that was written', () => {
    addThese({ a: 'le premier texte', b: 'le second texte' });
    const index = new Database(file);
    index.prepare("UPDATE texts SET text = 'un autre texte' WHERE key = 'a'").run();
    index.close();
    const cache = open();
    expect([cache.find('a'), cache.find('b'), errors]).toEqual([null, 'le second texte', []]);
    cache.add('a', 'le premier texte');
    cache.close();
    expect(open().find('a')).toBe('le premier texte');
  });

  it('gives nothing for a text that was written under another key', () => {
    addThese({ a: 'le texte de a' });
    const index = new Database(file);
    index.prepare("UPDATE texts SET key = 'b'").run();
    index.close();
    expect(open().find('b')).toBe(null);
  });

  it.each([0.1, 0.3, 0.6, 0.9])('gives no other text from a file that is damaged at %d of it', (part) => {
    const texts = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`clé ${at}`, `${at} `.repeat(500)]),
    );
    addThese(texts);
    const bytes = readFileSync(file);
    bytes.fill(0x5a, Math.floor(bytes.length * part), Math.floor(bytes.length * part) + 20_000);
    writeFileSync(file, bytes);
    const cache = open();
    for (const [key, text] of Object.entries(texts)) expect([text, null]).toContain(cache.find(key));
    for (const [key, text] of Object.entries(texts)) if (cache.find(key) === null) cache.add(key, text);
    cache.close();
    const again = open();
    expect(Object.keys(texts).filter((key) => again.find(key) !== texts[key])).toEqual([]);
  });

  it('begins anew where the file is none of its own', () => {
    addThese({});
    writeFileSync(file, 'pas une base'.repeat(1000));
    addThese({ a: 'un' });
    expect(open().find('a')).toBe('un');
  });

  it('lets the texts go that came first when it is full, and stays about as large', () => {
    const cache = open(1024 * 1024);
    for (let at = 0; at < 4000; at += 1) cache.add(`clé ${at}`, `${at} `.repeat(200));
    cache.close();
    expect(statSync(file).size).toBeLessThan(1.6 * 1024 * 1024);
    const again = open();
    expect([again.find('clé 0'), again.find('clé 3999')]).toEqual([null, '3999 '.repeat(200)]);
    expect(errors).toEqual([]);
  });

  it('has texts in memory where there can be no file, and says why', () => {
    writeFileSync(join(folder.path, 'cache'), 'a file where the folder would be');
    const cache = open();
    cache.add('a', 'un');
    expect([cache.find('a'), errors.length]).toEqual(['un', 1]);
    cache.close();
  });
});
