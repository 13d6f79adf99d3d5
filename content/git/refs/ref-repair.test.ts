import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTemporaryFolder,
  createTemporaryRepository,
  type TemporaryRepository,
} from '#content/testing/temporary-repository.ts';
import { looseObjectPath } from '../objects/loose-objects.ts';
import { repairRepository } from '../recovery.ts';
import { removeRef, setRef } from './set-ref.ts';

const WORK = 'refs/heads/travail';
const SENT = 'refs/encrier/sent/travail';
const UPSTREAM = 'refs/encrier/sent/main';
const COMMITTER = { name: 'Encrier', email: 'encrier@exemple.fr' };
const NOW = Date.parse('2026-07-10T12:00:00Z');

let repository: TemporaryRepository;
let commits: readonly [string, string, string];
beforeEach(async () => {
  repository = createTemporaryRepository();
  const tree = repository.git(['mktree']);
  const first = repository.git(['commit-tree', '-m', 'Un', tree]);
  const second = repository.git(['commit-tree', '-m', 'Deux', '-p', first, tree]);
  commits = [first, second, repository.git(['commit-tree', '-m', 'Trois', '-p', second, tree])];
  await move('refs/heads/main', null, first);
});
afterEach(() => repository.remove());

const at = (name: string): string => path.join(repository.path, name);
const move = (ref: string, from: string | null, to: string) =>
  setRef(
    { gitDir: repository.path, committer: COMMITTER, clock: () => NOW },
    { ref, from, to, reason: 'essai' },
  );
const repair = () => repairRepository({ gitDir: repository.path, branch: 'main' });
const refs = (): string =>
  repository.git(['for-each-ref', '--format=%(refname) %(objectname)', 'refs/encrier', WORK]);
const fsck = (): string => repository.git(['fsck', '--full', '--strict', '--no-dangling']);

describe('repairOwnRefs', () => {
  it.each(['', '0123456789', '\0'.repeat(41)])(
    'restores a damaged work branch (%j) to where it was',
    async (text) => {
      await move(WORK, null, commits[1]);
      await move(WORK, commits[1], commits[2]);
      writeFileSync(at(WORK), text);
      expect(fsck).toThrow();
      const sentence = `La branche «\u00a0travail\u00a0» était illisible\u00a0: elle a été rétablie au commit ${commits[2]}.`;
      expect(await repair()).toEqual({ repaired: [sentence], readOnly: null });
      expect([refs(), fsck()]).toEqual([`${WORK} ${commits[2]}`, '']);
      expect(await repair()).toEqual({ repaired: [], readOnly: null });
    },
  );

  it('goes back to an older version when the newest is gone', async () => {
    await move(WORK, null, commits[1]);
    await move(WORK, commits[1], commits[2]);
    rmSync(looseObjectPath(at('objects'), commits[2]));
    expect((await repair()).repaired).toHaveLength(1);
    expect([refs(), fsck()]).toEqual([`${WORK} ${commits[1]}`, '']);
  });

  it.each([SENT, UPSTREAM, 'refs/encrier/backup/2026-01-01-0123', 'refs/encrier/dropped/outside/x'])(
    'restores %s',
    async (ref) => {
      await move(ref, null, commits[1]);
      writeFileSync(at(ref), '');
      expect((await repair()).repaired).toEqual([
        `La référence «\u00a0${ref}\u00a0» était illisible\u00a0: elle a été rétablie au commit ${commits[1]}.`,
      ]);
      expect([repository.git(['rev-parse', ref]), fsck()]).toEqual([commits[1], '']);
    },
  );

  it.each(['packed', 'sent to a remote'])(
    'restores a work branch without a history from what was %s',
    async (kind) => {
      if (kind === 'packed') {
        repository.git(['update-ref', WORK, commits[1]]);
        repository.git(['pack-refs', '--all']);
      } else await move(SENT, null, commits[1]);
      mkdirSync(path.dirname(at(WORK)), { recursive: true });
      writeFileSync(at(WORK), '');
      expect((await repair()).repaired).toHaveLength(1);
      expect([repository.git(['rev-parse', WORK]), fsck()]).toEqual([commits[1], '']);
    },
  );

  it('sets aside, with what it said, a ref of which nothing is known', async () => {
    repository.git(['update-ref', WORK, commits[2]]);
    repository.git(['pack-refs', '--all']);
    rmSync(looseObjectPath(at('objects'), commits[2]));
    const [sentence = ''] = (await repair()).repaired;
    const [, aside = ''] = /mise de côté dans «\u00a0(encrier\/damaged\/.*)\u00a0»\.$/.exec(sentence) ?? [];
    expect(sentence).toContain(
      `La branche «\u00a0travail\u00a0» était illisible et rien ne permet de la rétablir`,
    );
    expect(aside).toContain(WORK);
    expect([refs(), fsck()]).toEqual(['', '']);
    expect(readFileSync(at(aside), 'utf8')).toBe(`${commits[2]}\n`);
  });

  it('gives a ref that was removed no way back', async () => {
    const ref = 'refs/encrier/dropped/outside/x';
    await move(ref, null, commits[1]);
    await removeRef(repository.path, { ref, from: commits[1] });
    expect(existsSync(at(`logs/${ref}`))).toBe(false);
    mkdirSync(path.dirname(at(ref)), { recursive: true });
    writeFileSync(at(ref), '');
    await repair();
    expect(refs()).toBe('');
  });

  it('leaves alone what is sound, whatever it is', async () => {
    await move(WORK, null, commits[1]);
    repository.git(['symbolic-ref', 'refs/encrier/autre', 'refs/heads/main']);
    repository.git(['update-ref', 'refs/encrier/arbre', repository.git(['mktree'])]);
    expect(await repair()).toEqual({ repaired: [], readOnly: null });
  });

  it('keeps names with accents of a packed-refs that is torn', async () => {
    repository.git(['tag', 'première-version', commits[0]]);
    repository.git(['pack-refs', '--all']);
    writeFileSync(at('packed-refs'), `${readFileSync(at('packed-refs'), 'utf8')}0123`);
    expect((await repair()).repaired).toHaveLength(1);
    expect(repository.git(['tag'])).toBe('première-version');
  });

  it.each([
    ['a damaged head', (text: string) => text.replace('pack-refs', 'pack-rexs')],
    ['a name with a byte of zero', (text: string) => text.replace('refs/tags/v1', 'refs/tags\0v1')],
    ['two lines of one tag', (text: string) => text.replace(/^\^.*\n/m, (line) => line + line)],
    ['a comment further down', (text: string) => text.replace(/^.* refs\/tags\/v1$/m, (line) => `#${line}`)],
  ])('leaves nothing in packed-refs at which git stops: %s', async (_, damage) => {
    for (const name of ['v1', 'v2']) repository.git(['tag', '-a', '-m', name, name, commits[0]]);
    const v2 = repository.git(['rev-parse', 'v2']);
    repository.git(['pack-refs', '--all']);
    writeFileSync(at('packed-refs'), damage(readFileSync(at('packed-refs'), 'utf8')));
    expect((await repair()).repaired).toHaveLength(1);
    expect(repository.git(['rev-parse', 'main', 'v2'])).toBe(`${commits[0]}\n${v2}`);
    expect([fsck(), await repair()]).toEqual(['', { repaired: [], readOnly: null }]);
  });

  it('gives a torn tag back the value that is packed', async () => {
    repository.git(['tag', '-a', '-m', 'Un', 'v1', commits[0]]);
    const v1 = repository.git(['rev-parse', 'v1']);
    repository.git(['pack-refs', '--all']);
    writeFileSync(at('refs/tags/v1'), '0123');
    const [sentence = '', ...others] = (await repair()).repaired;
    expect([sentence, others]).toEqual([expect.stringContaining(`elle désigne de nouveau ${v1}`), []]);
    expect([repository.git(['rev-parse', 'v1']), fsck()]).toEqual([v1, '']);
    const [, aside = ''] = /(encrier\/damaged\/[^\u00a0]*)/.exec(sentence) ?? [];
    expect(readFileSync(at(aside), 'utf8')).toBe('0123\n');
  });

  it('keeps what the file of a branch said that it writes anew', async () => {
    writeFileSync(at('refs/heads/main'), `ref: refs/heads/absente\n`);
    writeFileSync(at('refs/heads/absente'), 'abîmée');
    expect((await repair()).repaired.length).toBeGreaterThan(0);
    const kept = readdirSync(at('encrier/damaged/refs/heads')).map((name) =>
      readFileSync(at(`encrier/damaged/refs/heads/${name}`), 'utf8').trim(),
    );
    expect(kept.sort()).toEqual(['abîmée', 'ref: refs/heads/absente']);
  });

  it.runIf(process.platform === 'linux')('passes over a branch whose name is not UTF-8', async () => {
    const name = Buffer.concat([Buffer.from(at('logs/refs/heads/essai-')), Buffer.from([0xe9])]);
    writeFileSync(name, readFileSync(at('logs/refs/heads/main')));
    writeFileSync(at('packed-refs'), `${commits[0]} refs/tags/v1\n0123`);
    expect((await repair()).repaired).toHaveLength(1);
    expect(await repair()).toEqual({ repaired: [], readOnly: null });
  });

  it('follows no name of packed-refs out of the repository', async () => {
    const outside = createTemporaryFolder();
    const file = path.join(outside.path, 'lettre.txt');
    writeFileSync(file, 'précieux');
    const name = `refs/encrier/${path.relative(at('refs/encrier'), file)}`;
    writeFileSync(at('packed-refs'), `${'a'.repeat(40)} ${name}\n`);
    expect(await repair()).toEqual({ repaired: [], readOnly: null });
    expect(readFileSync(file, 'utf8')).toBe('précieux');
    outside.remove();
  });
});
