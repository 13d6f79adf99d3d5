import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changing } from '#content/testing/change-sets.ts';
import {
  cleanGitEnvironment,
  createTemporaryFolder,
  git,
  type TemporaryFolder,
} from '#content/testing/temporary-repository.ts';
import { initBareRepository } from './bare-repository.ts';
import { type ContentRepository, createContentRepository } from './content-repository.ts';
import { TEMPORARY_PREFIX, temporaryPath } from './durable-fs.ts';
import { looseObjectPath } from './objects/loose-objects.ts';
import { processIdentity } from './processes.ts';
import { type Repair, repairRepository } from './recovery.ts';

const REF = 'refs/heads/main';
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

let folder: TemporaryFolder;
let repository: ContentRepository;
let first: string;
let second: string;
beforeEach(async () => {
  folder = createTemporaryFolder();
  await initBareRepository(folder.path, 'main');
  repository = createContentRepository({
    gitDir: folder.path,
    branch: 'main',
    committer: { name: 'Encrier', email: 'encrier@exemple.fr' },
    clock: Date.now,
    lockWaitMs: 0,
  });
  first = await repository.commit(changing({ a: 'premier texte' }));
  second = await repository.commit(changing({ a: 'deuxième texte' }));
});
afterEach(() => {
  repository.close();
  folder.remove();
});

const at = (name: string): string => path.join(folder.path, name);
const inGit = (...args: readonly string[]): string => git(args, { cwd: folder.path });
const objectFile = (id: string): string => looseObjectPath(at('objects'), id);

function repair(
  options: { readonly foreignLockAgeMs?: number; readonly checkObjectsSince?: number } = {},
): Promise<Repair> {
  return repairRepository({ gitDir: folder.path, branch: 'main', ...options });
}

/** The identity of a process of this boot that has ended. */
function deadIdentity(): string {
  const [boot = '', , start = ''] = processIdentity().split('.');
  return [boot, spawnSync(process.execPath, ['-e', '']).pid, start].join('.');
}

async function overwrite(file: string, text: string): Promise<void> {
  if (existsSync(file)) await chmod(file, 0o644);
  writeFileSync(file, text);
}

describe('repairRepository', () => {
  it('has nothing to say about a sound repository, and changes nothing in it', async () => {
    const before = readdirSync(folder.path, { recursive: true });
    expect(await repair()).toEqual({ repaired: [], readOnly: null });
    expect(readdirSync(folder.path, { recursive: true })).toEqual(before);
  });

  it('makes the index of a pack that has none, as a start leaves it that is killed while it makes one anew', async () => {
    inGit('repack', '-adq');
    const [index = ''] = readdirSync(at('objects/pack')).filter((name) => name.endsWith('.idx'));
    await rm(at(`objects/pack/${index}`));
    const sentence = `Le fichier objects/pack/${index} manquait, et ce qu’il disait se retrouve.`;
    expect(await repair()).toEqual({ repaired: [sentence], readOnly: null });
    expect(inGit('show', 'main:a')).toBe('deuxième texte');
    expect(await repair()).toEqual({ repaired: [], readOnly: null });
  });

  it('has nothing to say about a repository without a commit', async () => {
    await initBareRepository(at('neuf.git'), 'main');
    const repaired = await repairRepository({ gitDir: at('neuf.git'), branch: 'main' });
    expect(repaired).toEqual({ repaired: [], readOnly: null });
  });

  /** What git has not finished: an old object, and a pack of a moment ago. */
  function leaveGitTemporaries(): readonly string[] {
    const files = ['objects/tmp_obj_Xy12', 'objects/pack/tmp_pack_Xy12'];
    for (const file of files) writeFileSync(at(file), 'x');
    utimesSync(at('objects/tmp_obj_Xy12'), LONG_AGO, LONG_AGO);
    return files;
  }

  it('sweeps our temporary files once their process is gone', async () => {
    const gone = at(`objects/pack/${TEMPORARY_PREFIX}${deadIdentity()}-00ff`);
    const ours = temporaryPath(at('objects/aa'));
    for (const file of [gone, ours]) writeFileSync(file, 'x');
    expect((await repair()).repaired).toEqual(['Fichiers temporaires abandonnés, retirés\u00a0: 1.']);
    expect([gone, ours].map((file) => existsSync(file))).toEqual([false, true]);
  });

  it.runIf(process.platform === 'linux')(
    'sweeps git’s, even of a moment ago, when no git is at work',
    async () => {
      const files = leaveGitTemporaries();
      expect((await repair()).repaired).toEqual(['Fichiers temporaires abandonnés, retirés\u00a0: 2.']);
      expect(files.map((file) => existsSync(at(file)))).toEqual([false, false]);
    },
  );

  it.runIf(process.platform === 'linux')(
    'leaves those to a git that is at work, unless they are old',
    async () => {
      const child = spawn('git', ['cat-file', '--batch'], { cwd: folder.path, env: cleanGitEnvironment() });
      child.stdin.write('HEAD\n');
      await once(child.stdout, 'data');
      const files = leaveGitTemporaries();
      expect((await repair()).repaired).toEqual(['Fichiers temporaires abandonnés, retirés\u00a0: 1.']);
      expect(files.map((file) => existsSync(at(file)))).toEqual([false, true]);
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  );

  it('knows what was written last though a clock was set back since', async () => {
    const [torn = '', ahead = ''] = await repository.objects.write(
      ['x', 'y'].map((text) => ({ type: 'blob', bytes: Buffer.from(text.repeat(500)) })),
    );
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
    utimesSync(objectFile(ahead), tomorrow, tomorrow);
    await chmod(objectFile(torn), 0o644);
    truncateSync(objectFile(torn), 15);
    expect((await repair()).repaired.join()).toContain(torn);
    expect([torn, ahead].map((id) => existsSync(objectFile(id)))).toEqual([false, true]);
  });

  it('moves empty objects aside however old, and torn ones that are young', async () => {
    const [empty = '', torn = '', oldTorn = ''] = await repository.objects.write(
      ['x', 'y', 'z'].map((text) => ({ type: 'blob', bytes: Buffer.from(text.repeat(500)) })),
    );
    for (const [id, size] of [
      [empty, 0],
      [torn, 15],
      [oldTorn, 15],
    ] as const) {
      await chmod(objectFile(id), 0o644);
      truncateSync(objectFile(id), size);
    }
    for (const id of [empty, oldTorn]) utimesSync(objectFile(id), LONG_AGO, LONG_AGO);
    const { repaired } = await repair();
    expect(repaired[0]).toMatch(
      /^Objets vides ou tronqués, mis de côté dans «\u00a0encrier\/damaged\u00a0»\u00a0: .*\u00a0; si un envoi .*«\u00a0git hash-object -w\u00a0»\.$/,
    );
    expect([empty, torn, oldTorn].map((id) => existsSync(objectFile(id)))).toEqual([false, false, true]);
    await repair({ checkObjectsSince: 0 });
    expect(inGit('fsck', '--full', '--no-dangling')).toBe('');
  });

  it.each(['', '\n', 'abc', '\0'.repeat(41)])(
    'restores a damaged branch (%j) from its reflog',
    async (text) => {
      await overwrite(at(REF), text);
      expect(await repair()).toEqual({
        repaired: [
          `La branche «\u00a0main\u00a0» était illisible\u00a0: elle a été rétablie au commit ${second}.`,
        ],
        readOnly: null,
      });
      expect(inGit('rev-parse', 'main')).toBe(second);
      expect(inGit('log', '-1', '--format=%s%d', 'HEAD')).toContain('HEAD -> main');
      await repository.commit(changing({ a: 'troisième texte' }));
      expect(inGit('rev-list', '--count', 'main')).toBe('3');
    },
  );

  it('restores a branch whose file is gone', async () => {
    await rm(at(REF));
    expect((await repair()).readOnly).toBeNull();
    expect(inGit('rev-parse', 'main')).toBe(second);
  });

  it('restores a work branch whose file is gone, and none that git removed', async () => {
    const keep = inGit('commit-tree', `${second}^{tree}`, '-p', second, '-m', 'Garder');
    for (const name of ['travail', 'essai']) inGit('branch', name, keep);
    inGit('branch', '--quiet', '-D', 'essai');
    await rm(at('refs/heads/travail'));
    const { repaired, readOnly } = await repair();
    expect([repaired.length, readOnly, inGit('for-each-ref', '--format=%(refname) %(objectname)')]).toEqual([
      1,
      null,
      `refs/heads/main ${second}\nrefs/heads/travail ${keep}`,
    ]);
  });

  it.each(['commit', 'tree'])(
    'goes back to the last commit that can be read when the %s is gone',
    async (what) => {
      await rm(objectFile(what === 'commit' ? second : inGit('rev-parse', `${second}^{tree}`)));
      const { repaired, readOnly } = await repair();
      expect([repaired[0], readOnly]).toEqual([
        `La branche «\u00a0main\u00a0» était illisible (elle désignait ${second})\u00a0: elle a été rétablie au commit ${first}.`,
        null,
      ]);
      expect(await repository.head()).toBe(first);
    },
  );

  it('restores from the only commit without a successor when there is no reflog', async () => {
    inGit('gc', '--quiet');
    await rm(at('logs'), { recursive: true });
    await overwrite(at(REF), '');
    expect((await repair()).readOnly).toBeNull();
    expect(inGit('rev-parse', 'main')).toBe(second);
  });

  it.each(['seen/0123456789abcdef/main', 'offered/0123456789abcdef/main', 'pending/x'])(
    'restores the last commit though %s names it',
    async (name) => {
      inGit('update-ref', `refs/encrier/${name}`, second);
      await rm(at('logs'), { recursive: true });
      await overwrite(at(REF), '');
      expect((await repair()).readOnly).toBeNull();
      expect(inGit('rev-parse', 'main')).toBe(second);
    },
  );

  it('leaves out what the branch was before it was rewritten, and does not guess when nothing else is left', async () => {
    const former = inGit('commit-tree', `${first}^{tree}`, '-p', first, '-m', 'Autre');
    inGit('update-ref', 'refs/encrier/backup/2026-10-02-0123456789ab', former);
    await rm(at('logs'), { recursive: true });
    await overwrite(at(REF), '');
    expect((await repair()).readOnly).toBeNull();
    expect(inGit('rev-parse', 'main')).toBe(second);
    inGit('update-ref', 'refs/encrier/backup/2026-10-02-fedcba987654', second);
    await rm(at('logs'), { recursive: true });
    await overwrite(at(REF), '');
    const { readOnly } = await repair();
    expect([former, second].filter((id) => readOnly?.includes(id))).toHaveLength(2);
  });

  it('never takes what waits for the branch, whatever names it', async () => {
    const message = `Garder\n\nEncrier-Action: keep\nEncrier-Waits: true`;
    const keep = (parent: string): string =>
      inGit('commit-tree', `${first}^{tree}`, '-p', parent, '-m', message);
    inGit('update-ref', 'refs/heads/travail', keep(keep(second)));
    await rm(at('logs'), { recursive: true });
    await overwrite(at(REF), '');
    expect((await repair()).readOnly).toBeNull();
    expect(inGit('rev-parse', 'main')).toBe(second);
    inGit('update-ref', '-d', 'refs/heads/travail');
    await rm(at('logs'), { recursive: true });
    await overwrite(at(REF), '');
    expect((await repair()).readOnly).toBeNull();
    expect(inGit('rev-parse', 'main')).toBe(second);
  });

  it.each(['heads/travail', 'encrier/sent/travail'])(
    'does not take what somebody committed on the work branch for the branch (%s)',
    async (name) => {
      const waiting = inGit('commit-tree', `${first}^{tree}`, '-p', second, '-m', 'Un brouillon');
      inGit('update-ref', `refs/${name}`, waiting);
      await rm(at('logs'), { recursive: true });
      await rm(at(REF));
      expect((await repair()).readOnly).toContain(waiting);
      expect(existsSync(at(REF))).toBe(false);
    },
  );

  it('does not take what somebody committed for the branch where both are torn', async () => {
    const waiting = inGit('commit-tree', `${first}^{tree}`, '-p', second, '-m', 'Un brouillon');
    inGit('update-ref', 'refs/heads/travail', waiting);
    await rm(at('logs'), { recursive: true });
    await overwrite(at('refs/heads/travail'), '');
    await overwrite(at(REF), '');
    expect((await repair()).readOnly).toContain(waiting);
    expect(readFileSync(at(REF), 'utf8')).toBe('');
  });

  it('goes back to what the upstream is known to have where somebody committed on the work branch since', async () => {
    const waiting = inGit('commit-tree', `${first}^{tree}`, '-p', second, '-m', 'Un brouillon');
    inGit('update-ref', 'refs/heads/travail', waiting);
    inGit('update-ref', 'refs/encrier/sent/main', second);
    await rm(at('logs'), { recursive: true });
    await rm(at(REF));
    expect((await repair()).readOnly).toBeNull();
    expect([inGit('rev-parse', 'main'), inGit('rev-parse', 'travail')]).toEqual([second, waiting]);
  });

  it('takes what somebody committed for the branch that the upstream is known to have had there', async () => {
    const pushed = inGit('commit-tree', `${first}^{tree}`, '-p', second, '-m', 'Un article');
    for (const name of ['heads/travail', 'encrier/sent/main']) inGit('update-ref', `refs/${name}`, pushed);
    await rm(at('logs'), { recursive: true });
    await rm(at(REF));
    expect((await repair()).readOnly).toBeNull();
    expect(inGit('rev-parse', 'main')).toBe(pushed);
  });

  it('opens read-only rather than guess between several commits', async () => {
    const other = inGit('commit-tree', `${first}^{tree}`, '-p', first, '-m', 'Autre');
    await rm(at('logs'), { recursive: true });
    await overwrite(at(REF), '');
    const { repaired, readOnly } = await repair();
    expect(repaired).toEqual([]);
    expect(readOnly).toContain('La branche «\u00a0main\u00a0» est illisible');
    expect([other, second].filter((id) => readOnly?.includes(id))).toHaveLength(2);
    expect(readFileSync(at(REF), 'utf8')).toBe('');
  });

  it('opens read-only when the branch is another one', async () => {
    const { readOnly } = await repairRepository({ gitDir: folder.path, branch: 'publication' });
    expect(readOnly).toBe(
      'La branche «\u00a0publication\u00a0» est absente ou illisible\u00a0; le dépôt a d’autres branches\u00a0: main.',
    );
    expect(existsSync(at('refs/heads/publication'))).toBe(false);
  });

  it.each(['', 'quelque chose'])('restores HEAD (%j)', async (text) => {
    await overwrite(at('HEAD'), text);
    expect((await repair()).repaired).toEqual(['Le fichier HEAD était illisible\u00a0: il a été rétabli.']);
    expect(inGit('symbolic-ref', 'HEAD')).toBe(REF);
  });

  it.each(['ref:refs/heads/main\n', 'ref: \trefs/heads/main', 'ID # note\n', 'ref: refs/remotes/origin/x\n'])(
    'leaves a HEAD that git reads (%j)',
    async (text) => {
      await overwrite(at('HEAD'), text.replace('ID', second));
      expect(await repair()).toEqual({ repaired: [], readOnly: null });
      expect(inGit('rev-parse', '--git-dir')).toBe('.');
    },
  );

  it('makes refs/ again, which backups leave out when all refs are packed', async () => {
    inGit('pack-refs', '--all');
    await rm(at('refs'), { recursive: true });
    expect(await repair()).toEqual({ repaired: [], readOnly: null });
    expect(inGit('rev-parse', 'main')).toBe(second);
  });

  it('says that git refuses a config that it cannot read, and takes every other', async () => {
    const config = readFileSync(at('config'), 'utf8');
    writeFileSync(at('config'), `${config}[user]\n\tname = Une autrice \\\n\t\tqui écrit\n[a "b"] c = d\n`);
    expect(await repair()).toEqual({ repaired: [], readOnly: null });
    writeFileSync(at('config'), `${config}abîmé\0[[[\n`);
    expect((await repair()).readOnly).toMatch(/^Le fichier config du dépôt git est abîmé/);
    writeFileSync(at('config'), config);
    expect(await repair()).toEqual({ repaired: [], readOnly: null });
  });

  it.each([
    ['[core]\n\trepositoryformatversion = 7\n\tbare = true\n', 'repositoryformatversion = 7'],
    ['[core]\n\trepositoryformatversion = 1\n[Extensions]\n\tinconnue = oui\n', 'extensions.inconnue'],
    ['[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpreciousObjects = true\n', null],
    ['[core]\n\trepositoryformatversion = 0\n[extensions]\n\tinconnue = oui\n', null],
  ])('writes nothing where git has a form that it does not know: %j', async (config, named) => {
    writeFileSync(at('config'), config);
    const { readOnly } = await repair();
    if (named === null) expect([readOnly, inGit('rev-parse', '--git-dir')]).toEqual([null, '.']);
    else {
      expect(readOnly).toContain(named);
      expect(() => inGit('rev-parse', '--git-dir')).toThrow();
    }
  });

  it('puts nothing right in a partial clone: what is missing there was promised by another repository', async () => {
    inGit('config', 'uploadpack.allowFilter', 'true');
    inGit('clone', '--quiet', '--bare', '--filter=tree:0', `file://${at('.')}`, 'partiel.git');
    const gitDir = at('partiel.git');
    const main = inGit('--git-dir', gitDir, 'rev-parse', 'main');
    const { repaired, readOnly } = await repairRepository({ gitDir, branch: 'main' });
    expect([repaired, readOnly]).toEqual([[], expect.stringContaining('Clonez-le de nouveau')]);
    expect(inGit('--git-dir', gitDir, 'rev-parse', 'main')).toBe(main);
  });

  it('says what it cannot use at all', async () => {
    const nothing = await repairRepository({ gitDir: at('absent'), branch: 'main' });
    inGit('init', '--quiet', '--bare', '--object-format=sha256', 'autre.git');
    const foreign = await repairRepository({ gitDir: at('autre.git'), branch: 'main' });
    const settings = '[core] repositoryformatversion = 1\n[extensions] objectFormat = sha256\n';
    writeFileSync(at('autre.git/config'), settings);
    const onOneLine = await repairRepository({ gitDir: at('autre.git'), branch: 'main' });
    expect([nothing.readOnly, foreign.readOnly, onOneLine.readOnly]).toEqual([
      'Ce dossier n’est pas un dépôt git.',
      'Les dépôts git au format SHA-256 ne sont pas pris en charge.',
      'Les dépôts git au format SHA-256 ne sont pas pris en charge.',
    ]);
  });
});
