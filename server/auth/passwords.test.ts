import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { ROOT, TEST_COST, TEST_PASSWORDS } from '../testing/running-server.ts';
import { createPasswordHasher, type PasswordHasher, passwordFault, passwordsInThread } from './passwords.ts';

let folder: TemporaryFolder;
let hasher: PasswordHasher;
beforeEach(() => {
  folder = createTemporaryFolder();
  hasher = createPasswordHasher(TEST_PASSWORDS);
});
afterEach(() => {
  hasher.close();
  folder.remove();
});

/** A hasher whose thread runs this program. */
function withThread(program: string): void {
  hasher.close();
  const file = join(folder.path, 'thread.mjs');
  writeFileSync(file, `import { parentPort, threadId } from 'node:worker_threads';\n${program}`);
  hasher = createPasswordHasher(passwordsInThread(pathToFileURL(file)));
}

describe('createPasswordHasher', () => {
  it('makes hashes of the cost that is written in its own thread, and knows them again', async () => {
    const built = pathToFileURL(join(ROOT, 'dist/server/password-worker.js'));
    hasher = createPasswordHasher({ ...passwordsInThread(built), cost: TEST_COST });
    const hash = await hasher.hash('seize-loutres-vertes');
    expect(hash).toMatch(/^\$2[aby]\$04\$/);
    expect(await hasher.matches('seize-loutres-vertes', hash)).toBe(true);
    expect(await hasher.matches('seize-loutres-verteS', hash)).toBe(false);
  });

  it('hashes at cost 12, in the thread and never here', async () => {
    withThread("parentPort.on('message', (task) => parentPort.postMessage(`${threadId} ${task.cost}`));");
    const [thread, cost] = (await hasher.hash('seize-loutres-vertes')).split(' ');
    expect([Number(thread) > 0, cost]).toEqual([true, '12']);
  });

  it('asks the thread for as much work when there is no such user, or the password is too long', async () => {
    withThread(
      `parentPort.on('message', ({ hash }) => { parentPort.postMessage(!/^\\$2b\\$12\\$.{53}$/.test(hash)); });`,
    );
    // The thread says true to anything but a hash of cost 12; both answers are no, so it was asked for one.
    const real = `$2b$12$${'a'.repeat(53)}`;
    expect([await hasher.matches('x', null), await hasher.matches('x'.repeat(73), real)]).toEqual([
      false,
      false,
    ]);
    withThread("parentPort.on('message', () => parentPort.postMessage(true));");
    expect([await hasher.matches('x', null), await hasher.matches('x'.repeat(73), real)]).toEqual([
      false,
      false,
    ]);
    expect(await hasher.matches('x', real)).toBe(true);
  });

  it('does one task after another, each in a thread that is ended then', async () => {
    withThread(
      "parentPort.on('message', () => { const from = Date.now(); setTimeout(() => parentPort.postMessage(`${threadId} ${from} ${Date.now()}`), 5); });",
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => hasher.hash('x')));
    const turns = answers.map((answer) => answer.split(' ').map(Number));
    expect(new Set(turns.map(([thread]) => thread)).size).toBe(5);
    expect(turns.every(([, from = 0], at) => from >= (turns[at - 1]?.[2] ?? 0))).toBe(true);
  });

  it('refuses more than may wait, and says when to come back', async () => {
    withThread("parentPort.on('message', () => undefined);");
    const waiting = Array.from({ length: 33 }, () => hasher.hash('x').catch(String));
    await expect(hasher.hash('x')).rejects.toMatchObject({ code: 'throttled', data: { retryAfter: 10 } });
    hasher.close();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['Error: the server is closing']));
  });

  it('goes on with the next task in a new thread when one ends', async () => {
    withThread(
      "parentPort.on('message', ({ password }) => password === 'bad' ? process.exit(3) : parentPort.postMessage('hash'));",
    );
    const bad = hasher.hash('bad').catch(String);
    const good = hasher.hash('good');
    expect([await bad, await good]).toEqual(['Error: a thread ended with code 3', 'hash']);
  });
});

describe('passwordFault', () => {
  it.each([
    ['onze signes', 'au moins'],
    ['é'.repeat(37), 'trop long'],
    ['a'.repeat(73), 'trop long'],
    ['abababababab', 'répète'],
    ['aaaaaaaaaaaaaaaa', 'répète'],
    ['192837465091', 'chiffres seulement'],
    ['24/12/1985 18:30', 'chiffres seulement'],
    ['marguerite75', 'nom d’utilisateur'],
    ['MARGUERITE-12', 'nom d’utilisateur'],
    ['motdepasse123', 'trop courant'],
    ['M0t-de-P@sse-2024!', 'trop courant'],
    ['Password1234', 'trop courant'],
    ['p@$$w0rd-p@$$w0rd', 'trop courant'],
    ['administrateur2024', 'trop courant'],
    ['azertyuiopqs', 'trop courant'],
    ['mlkjhgfdsqpo', 'trop courant'],
    ['1a2z3e4r5t6y', 'trop courant'],
    ['Soleil-Paris-75', 'trop courant'],
  ])('refuses %j', (password, reason) => {
    expect(passwordFault(password, 'Marguerite')).toContain(reason);
  });

  it.each([
    'seize-loutres-vertes',
    'quatre mots pris au hasard',
    'N875-8CU2-ZFEQ-NC3D-R9R6',
    '8#4$92!7%1x6@',
    'é'.repeat(4) + 'àùçîôûÿë' + 'œuvre',
    'password du chat de ma voisine',
    'marguerite et ses treize chats',
  ])('takes %j', (password) => {
    expect(passwordFault(password, 'Marguerite')).toBeNull();
  });
});

describe('a password that bcrypt would not read to its end', () => {
  it('is refused, its accents counted in their short form', () => {
    const faultOf = (password: string) => passwordFault(password, 'Marguerite') ?? '';
    expect(faultOf('e\u0301'.repeat(36))).not.toContain('trop long');
    expect(faultOf('é'.repeat(36))).not.toContain('trop long');
    expect(faultOf('é'.repeat(36) + 'x')).toContain('trop long');
  });
});
