import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SYSTEM = `${process.platform}-${process.arch}`;

/** What is fetched in place of Node: it tells its version, and otherwise what it was asked. */
const STAND_IN = `#!/bin/sh
[ "$1" = --version ] && echo v99.1.0 && exit
echo "asked: $*"
echo "before all others: $([ "$(command -v node)" = "$0" ] && echo yes)"
exit 7
`;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Wanted {
  readonly least: string;
  /** Of the package in the lock file. */
  readonly system?: string;
  readonly integrity?: string;
}

/** A project that asks for some Node, with the entry as it is here and a lock file that names a package on disk. */
function project({ least, system = process.platform, integrity }: Wanted): string {
  const folder = mkdtempSync(join(tmpdir(), 'with-node-'));
  folders.push(folder);
  const packed = join(folder, 'package/bin');
  mkdirSync(packed, { recursive: true });
  writeFileSync(join(packed, 'node'), STAND_IN);
  chmodSync(join(packed, 'node'), 0o755);
  writeFileSync(
    join(packed, '../package.json'),
    JSON.stringify({ name: 'node-stand-in', version: '99.1.0' }),
  );
  const archive = join(folder, 'stand-in.tgz');
  execFileSync('tar', ['-czf', archive, '-C', folder, 'package']);

  mkdirSync(join(folder, 'scripts/node'), { recursive: true });
  for (const name of ['with-node.mjs', 'current-node.mjs'])
    cpSync(join(ROOT, 'scripts', name), join(folder, 'scripts', name));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ engines: { node: `>=${least}` } }));
  writeFileSync(join(folder, 'scripts/ours.mjs'), "console.log('ran', process.argv.slice(2).join(' '));\n");
  const own = { name: 'encrier-node', optionalDependencies: { 'node-stand-in': `file:${archive}` } };
  const entry = {
    version: '99.1.0',
    resolved: `file:${archive}`,
    integrity: integrity ?? `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`,
    optional: true,
    os: system,
    cpu: process.arch,
    bin: { node: 'bin/node' },
  };
  const lock = { lockfileVersion: 3, packages: { '': own, 'node_modules/node-stand-in': entry } };
  writeFileSync(join(folder, 'scripts/node/package.json'), JSON.stringify(own));
  writeFileSync(join(folder, 'scripts/node/package-lock.json'), JSON.stringify(lock));
  return folder;
}

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

function start(folder: string, words: readonly string[] = ['scripts/ours.mjs', 'a', 'b']): Promise<Outcome> {
  return new Promise((resolve) => {
    const args = ['scripts/with-node.mjs', ...words];
    execFile(process.execPath, args, { cwd: folder }, (error, out, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, errors });
    });
  });
}

/** What the stand-in prints when it is gone on with. */
function gone(folder: string): string {
  return `asked: ${realpathSync(folder)}/scripts/with-node.mjs scripts/ours.mjs a b\nbefore all others: yes\n`;
}

const OUTDATED = `Encrier · Node ${process.versions.node} n’est plus maintenu\u00a0; Encrier demande Node 99.0 ou plus récent.`;
const INSTALL_IT = 'Encrier · Installez Node 24 (https://nodejs.org), puis relancez la commande.\n';

describe('with-node', () => {
  it('goes straight on with a Node that will do', async () => {
    const folder = project({ least: '22.13' });
    expect(await start(folder)).toEqual({ code: 0, out: 'ran a b\n', errors: '' });
    expect(readdirSync(folder)).not.toContain('.node');
  });

  it('fetches the locked Node once, says so, and goes on with it', async () => {
    const folder = project({ least: '99.0' });
    const told = `${OUTDATED} Téléchargement de Node 99.1.0 dans le dossier .node, une fois pour toutes…\n`;
    expect(await start(folder)).toEqual({ code: 7, out: told + gone(folder), errors: '' });
    expect(await start(folder)).toEqual({ code: 7, out: gone(folder), errors: '' });
  });

  it('fetches once when two commands start together', async () => {
    const folder = project({ least: '99.0' });
    const both = await Promise.all([start(folder), start(folder)]);
    expect(both.map(({ code, errors }) => ({ code, errors }))).toEqual([
      { code: 7, errors: '' },
      { code: 7, errors: '' },
    ]);
    expect(readdirSync(join(folder, '.node'))).toEqual([`99.1.0-${SYSTEM}`]);
  });

  it('takes away what a fetch that was killed has left, and a Node that is no longer the locked one', async () => {
    const folder = project({ least: '99.0' });
    const { pid } = spawnSync(process.execPath, ['--version']);
    for (const name of [`fetching-${pid}`, `98.0.0-${SYSTEM}`])
      mkdirSync(join(folder, '.node', name, 'node_modules'), { recursive: true });
    expect((await start(folder)).code).toBe(7);
    expect(readdirSync(join(folder, '.node'))).toEqual([`99.1.0-${SYSTEM}`]);
  });

  it('refuses a Node that is not the locked one, and says what to install', async () => {
    const folder = project({ least: '99.0', integrity: `sha512-${Buffer.alloc(64).toString('base64')}` });
    const { code, errors } = await start(folder);
    expect(code).toBe(1);
    expect(errors).toContain('Encrier · Node 99.1.0 n’a pas pu être téléchargé\u00a0: ');
    expect(errors.endsWith(INSTALL_IT)).toBe(true);
    expect(readdirSync(join(folder, '.node'))).toEqual([]);
  });

  it('says what to install on a system that no package is made for', async () => {
    const folder = project({ least: '99.0', system: 'plan9' });
    const none = ` Aucun Node tout prêt n’existe pour ce système (${SYSTEM}).\n`;
    expect(await start(folder)).toEqual({ code: 1, out: '', errors: OUTDATED + none + INSTALL_IT });
  });
});

describe('the lock file of Node', () => {
  it('names nothing but Nodes that will do, each with its integrity and without a host', () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    const text = readFileSync(join(ROOT, 'scripts/node/package-lock.json'), 'utf8');
    const { packages } = JSON.parse(text) as {
      packages: Record<string, { version?: string; integrity?: string }>;
    };
    const nodes = Object.entries(packages).filter(([path]) => path !== '');
    const unfit = nodes.filter(
      ([, { version, integrity }]) =>
        version === undefined || integrity === undefined || !satisfies(version, engines.node),
    );
    expect(nodes.length).toBeGreaterThan(3);
    expect(unfit).toEqual([]);
    expect(text).not.toContain('://');
  });
});

function satisfies(version: string, range: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = range.replace('>=', '').split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}
