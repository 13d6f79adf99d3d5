import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '../testing/temporary-repository.ts';
import { createServedMemory } from './publishing/confirmations.ts';
import { dismissedBackups } from './syncing/backups.ts';

let folder: TemporaryFolder;
let said: string[];
beforeEach(() => {
  folder = createTemporaryFolder();
  mkdirSync(state());
  said = [];
});
afterEach(() => folder.remove());

const state = () => join(folder.path, 'encrier');
const say = (sentence: string) => void said.push(sentence);
const site = 'https://exemple.fr';

/** Each file of state: how it is read, and written, by what keeps it; what it gives when there is none. */
const STATES = {
  'dismissed-backups.json': () => ({
    read: () => dismissedBackups(folder.path).read(),
    write: () => dismissedBackups(folder.path).change(() => ['une']),
    none: [],
    some: ['une'],
  }),
  'served.json': () => {
    const memory = createServedMemory({ gitDir: folder.path, site, say });
    const answers = new Map([['p1', { path: '/blog/un', revision: 'aa' }]]);
    return { read: memory.load, write: () => memory.store(answers), none: new Map(), some: answers };
  },
} as const;
type Name = keyof typeof STATES;
const NAMES = Object.keys(STATES) as Name[];

const SHAPES = [
  '',
  '{"cut',
  '[[1,2],3]',
  '[{"id":1}]',
  '[["a",{"id":1}]]',
  '{}',
  '7',
  'null',
  '"un"',
  '[null]',
  '\0\ufffd',
];

describe.each(NAMES)('a %s', (name) => {
  const file = () => join(state(), name);
  const aside = () => readdirSync(state()).filter((other) => other !== name);

  it('is read as it was written', async () => {
    await STATES[name]().write();
    const { read, some } = STATES[name]();
    expect([await read(), said, aside()]).toEqual([some, [], []]);
  });

  it.each(SHAPES)('that says %j is set aside and said, and what it keeps goes on', async (text) => {
    writeFileSync(file(), text);
    const { read, write, none, some } = STATES[name]();
    expect(await read()).toEqual(none);
    await write();
    expect(await STATES[name]().read()).toEqual(some);
    const [kept = '', ...others] = aside();
    expect([kept.startsWith(`${name}.damaged-`), others]).toEqual([true, []]);
    expect(readFileSync(join(state(), kept), 'utf8')).toBe(text);
    // That somebody took note of a backup is told by telling of it once more.
    if (name !== 'dismissed-backups.json') expect(said).toMatchObject([expect.stringContaining(kept)]);
  });

  it.each([
    ['a folder', () => mkdirSync(join(file(), 'plein'), { recursive: true })],
    ['a link that leads nowhere', () => symlinkSync('/nulle/part', file())],
    ['a link to itself', () => symlinkSync(file(), file())],
  ])('that is %s is set aside too', async (_, make) => {
    make();
    const { read, none, write } = STATES[name]();
    expect([await read(), aside().length]).toEqual([none, 1]);
    await write();
    rmSync(file());
  });

  it('is set aside twice without writing over the first', async () => {
    for (const text of ['1', '2']) {
      writeFileSync(file(), text);
      await STATES[name]().read();
    }
    expect(
      aside()
        .map((other) => readFileSync(join(state(), other), 'utf8'))
        .sort(),
    ).toEqual(['1', '2']);
  });
});
