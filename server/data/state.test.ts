import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContentError } from '#content/model/errors.ts';
import { mayMount, mountReadOnly, mountSmallDisk, unmount } from '#scripts/testing/mounts.ts';
import { ROOT } from '../testing/running-server.ts';
import { addPerson, createStatePlace, namesIn, type StatePlace } from '../testing/state-place.ts';
import { EVENT, events, HASH, id, openDatabase, person, session } from '../testing/state-rows.ts';
import type { State } from './state.ts';

let place: StatePlace;
beforeEach(() => {
  place = createStatePlace();
});
afterEach(() => place.remove());

const at = (name: string) => place.at(name);
const file = () => at('state.sqlite');

/** A file with a user and two sessions, closed. */
async function makeFile(): Promise<void> {
  const state = await place.open();
  await state.change((tables) => {
    tables.users.put(person(1));
    for (const number of [1, 2]) tables.sessions.put(session(number));
  });
  place.close(state);
}
/** The same after a kill: with a WAL, which holds a line of the journal. */
function killWith(script: string): void {
  const program = `
    import { openState } from ${JSON.stringify(join(ROOT, 'server/data/state.ts'))};
    const state = await openState({ dataDir: ${JSON.stringify(place.folder.path)}, onError: console.error, say: () => undefined });
    ${script}
    process.kill(process.pid, 'SIGKILL');`;
  writeFileSync(at('program.mts'), program);
  const ran = (() => {
    try {
      execFileSync(process.execPath, ['--import', 'tsx', at('program.mts')], { cwd: ROOT, stdio: 'pipe' });
      return 'ended';
    } catch (error) {
      return error instanceof Error && 'signal' in error ? String(error.signal) : String(error);
    }
  })();
  expect(ran).toBe('SIGKILL');
}
function turn(position: (bytes: Buffer) => number): void {
  const bytes = readFileSync(file());
  const found = position(bytes);
  expect(found).toBeGreaterThan(0);
  bytes[found] = (bytes[found] ?? 0) ^ 1;
  writeFileSync(file(), bytes);
}
async function expectClosed(state: State): Promise<void> {
  expect(state.trouble()).toMatchObject({ code: 'accounts-closed' });
  await expect(state.known()).rejects.toMatchObject({ code: 'accounts-closed' });
  await expect(addPerson(state, 9)).rejects.toMatchObject({ code: 'accounts-closed' });
  await expect(events(state)).rejects.toMatchObject({ code: 'accounts-closed' });
}

describe('openState', () => {
  it('makes a file for the server alone where there is none, and keeps what is added', async () => {
    const state = await place.open();
    expect(await namesIn(state)).toEqual([]);
    await addPerson(state, 1);
    expect(await namesIn(await place.open())).toEqual(['personne-1']);
    const modes = ['', '-wal', '-shm'].map((end) => statSync(`${file()}${end}`).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  // An operator's command may run as root; the server does not.
  it.runIf(process.getuid?.() === 0)('leaves what root writes to the owner of the folder', async () => {
    chownSync(place.folder.path, 4321, 4321);
    await addPerson(await place.open(), 1);
    const owners = ['', '-wal', '-shm'].map((end) => statSync(`${file()}${end}`).uid);
    expect(owners).toEqual([4321, 4321, 4321]);
  });

  it('writes nothing when the change is refused', async () => {
    const state = await place.open();
    await addPerson(state, 1);
    const refused = state.change(({ users }) => {
      users.put(person(2));
      throw new ContentError('invalid', { path: '', reason: 'Non.' });
    });
    await expect(refused).rejects.toMatchObject({ code: 'invalid' });
    expect(await namesIn(state)).toEqual(['personne-1']);
    expect(await namesIn(await place.open())).toEqual(['personne-1']);
  });

  it('loses nothing of what several add at once', async () => {
    const writers = [await place.open(), await place.open(), await place.open()];
    const numbers = Array.from({ length: 12 }, (_, index) => index + 10);
    await Promise.all(
      writers.flatMap((writer, turn) =>
        numbers.filter((n) => n % 3 === turn).map((n) => addPerson(writer, n)),
      ),
    );
    for (const writer of writers)
      expect((await namesIn(writer)).toSorted()).toEqual(numbers.map((number) => `personne-${number}`));
  });

  it('waits for another process without holding anybody up', async () => {
    const state = await place.open();
    const other = openDatabase(file());
    other.exec('begin immediate');
    const adding = addPerson(state, 1);
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    other.exec('commit');
    other.close();
    await adding;
    expect(await namesIn(state)).toEqual(['personne-1']);
  });

  it('sees at once what another process changed', async () => {
    const [server, operator] = [await place.open(), await place.open()];
    await addPerson(operator, 1);
    expect(await namesIn(server)).toEqual(['personne-1']);
    place.close(operator);
    expect(await namesIn(server)).toEqual(['personne-1']);
    expect(server.trouble()).toBeNull();
  });
});

describe('what was acknowledged', () => {
  it('is there after a kill, and though the WAL is lost or cut', async () => {
    await makeFile();
    killWith(`await state.change(({ sessions, users }) => {
      sessions.remove(${JSON.stringify(id(1))});
      users.put(${JSON.stringify(person(2))});
    });
    await state.note(({ audit }) => audit.add(${JSON.stringify(EVENT)}));`);
    const size = statSync(`${file()}-wal`).size;
    expect(size).toBeGreaterThan(0);
    const whole = readFileSync(`${file()}-wal`);
    for (const cut of [size, size - 100, 40, 0]) {
      writeFileSync(`${file()}-wal`, whole.subarray(0, cut));
      const state = await place.open(new ContentError('read-only', { reason: 'Pour lire.' }));
      expect(await namesIn(state)).toEqual(['personne-1', 'personne-2']);
      expect([...(await state.known()).sessions.keys()]).toEqual(['digest-2']);
      expect((await events(state)).length).toBe(cut === size ? 1 : 0);
      place.close(state);
    }
  });
});

const DAMAGES: readonly (readonly [string, () => void])[] = [
  ['empty', () => writeFileSync(file(), '')],
  ['one byte', () => writeFileSync(file(), '{')],
  ['something else', () => writeFileSync(file(), 'x'.repeat(8192))],
  ['cut inside of a page', () => truncateSync(file(), statSync(file()).size - 100)],
  ['cut at a page', () => truncateSync(file(), 8192)],
  ['without its head', () => turn(() => 3)],
  ['without the list of its tables', () => turn(() => 101)],
  [
    'damaged in a page of users',
    () => turn((bytes) => Math.floor(bytes.indexOf('personne-1') / 4096) * 4096),
  ],
  ['of a user whose password was turned', () => turn((bytes) => bytes.indexOf(HASH) + 20)],
  ['of a newer form', () => turn(() => 62)],
  ['another program’s', () => renew(() => openDatabase(file()).exec('create table t (a)').close())],
  ['a folder', () => renew(() => mkdirSync(file()))],
  ['a link that leads nowhere', () => renew(() => symlinkSync('/nulle/part', file()))],
  ['a link to itself', () => renew(() => symlinkSync(file(), file()))],
  ['gone, with its WAL left', () => renew(() => writeFileSync(`${file()}-wal`, 'x'))],
];
function renew(make: () => void): void {
  rmSync(file());
  make();
}
const look = () =>
  readdirSync(place.folder.path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
    .map(({ name }) => [name, readFileSync(at(name), 'latin1')]);

describe('a file that cannot be used', () => {
  it.each(DAMAGES)('closes the accounts and is left as it is: %s', async (_, damage) => {
    await makeFile();
    const whole = readFileSync(file());
    damage();
    const before = look();
    const state = await place.open();
    await expectClosed(state);
    place.close(state);
    const next = await place.open();
    await expectClosed(next);
    expect(look().filter(([name, text]) => name !== 'state.sqlite-wal' || text !== '')).toEqual(before);
    rmSync(`${file()}-wal`, { force: true });
    rmSync(file(), { recursive: true, force: true });
    await expectClosed(next);
    writeFileSync(file(), whole);
    expect(await namesIn(next)).toEqual(['personne-1']);
    expect(next.trouble()).toBeNull();
    await addPerson(next, 2);
  });

  it('says that a newer version wrote it', async () => {
    await makeFile();
    turn(() => 62);
    expect((await place.open()).trouble()?.reason).toContain('version plus récente');
  });

  it('ends the session, the password or the preview whose row was turned, and no other', async () => {
    await makeFile();
    turn((bytes) => bytes.indexOf('digest-1'));
    const state = await place.open();
    expect([...(await state.known()).sessions.keys()]).toEqual(['digest-2']);
    expect(place.said).toEqual([expect.stringContaining('sessions')]);
  });

  it.each([
    ['damaged', () => writeFileSync(file(), '{')],
    ['removed', () => rmSync(file())],
    ['another’s', () => renew(() => openDatabase(file()).exec('create table t (a)').close())],
    ['without its WAL', () => rmSync(`${file()}-wal`)],
  ])('leaves the users known before when it is %s meanwhile, and is not written over', async (_, harm) => {
    await makeFile();
    const state = await place.open();
    await state.note(({ audit }) => audit.add(EVENT));
    harm();
    const before = existsSync(file()) ? readFileSync(file(), 'latin1') : null;
    const isMended = state.known().then(() => state.trouble() === null);
    expect(await namesIn(state)).toEqual(['personne-1']);
    if (await isMended) return; // What was lost is in the file as well.
    expect(state.trouble()).toMatchObject({ code: 'accounts-damaged' });
    await expect(addPerson(state, 2)).rejects.toMatchObject({ code: 'read-only' });
    place.close(state);
    expect(existsSync(file()) ? readFileSync(file(), 'latin1') : null).toBe(before);
  });

  it('closes the accounts where there was nobody at the start, and it is taken away', async () => {
    const state = await place.open();
    rmSync(file());
    await expect(state.known()).rejects.toMatchObject({ code: 'accounts-closed' });
    await expectClosed(state);
  });
});

describe.skipIf(!mayMount())(
  'a disk that takes no writes (skipped where this process may not mount one)',
  () => {
    it('refuses what is added to a full one, and takes it once there is room', async () => {
      mountSmallDisk(place.folder.path, 1);
      try {
        const state = await place.open();
        await addPerson(state, 1);
        try {
          writeFileSync(at('remplissage'), Buffer.alloc(2 * 1024 * 1024));
        } catch {
          // Full, as it should be.
        }
        const big = { ...person(2), displayName: 'x'.repeat(200_000) };
        const put = () => state.change(({ users }) => users.put(big));
        await expect(put()).rejects.toMatchObject({ code: 'disk-full' });
        expect(await namesIn(state)).toEqual(['personne-1']);
        rmSync(at('remplissage'));
        await put();
        place.close(state);
        const again = await place.open();
        expect(await namesIn(again)).toHaveLength(2);
        place.close(again);
      } finally {
        unmount(place.folder.path);
      }
    });

    it('is read where it turned read-only, after a kill too', async () => {
      await makeFile();
      killWith(`await state.note(({ audit }) => audit.add(${JSON.stringify(EVENT)}));`);
      mountReadOnly(place.folder.path);
      try {
        const state = await place.open(new ContentError('read-only', { reason: 'Pour lire.' }));
        expect([await namesIn(state), (await events(state)).length]).toEqual([['personne-1'], 1]);
        place.close(state);
      } finally {
        unmount(place.folder.path);
      }
    });
  },
);
