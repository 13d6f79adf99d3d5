import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { looseObjectPath } from '#content/git/objects/loose-objects.ts';
import { rounds } from '#content/testing/rounds.ts';
import { cleanGitEnvironment } from '#content/testing/temporary-repository.ts';
import { postFiles, postText } from './testing/post-texts.ts';
import { startTestServer, type TestServer } from './testing/running-server.ts';

let server: TestServer | null = null;
afterEach(async () => {
  await server?.stop();
  server = null;
});

/** The repository of a server that is stopped. */
interface Down {
  at(name: string): string;
  git(...args: readonly string[]): string;
}

/** Does the damage, and answers the ids that are really lost by it. */
type Damage = (down: Down) => readonly string[];

const objectFile = ({ at }: Down, id: string): string => looseObjectPath(at('objects'), id);

function cut(file: string, length: number): void {
  const bytes = readFileSync(file);
  chmodSync(file, 0o644);
  writeFileSync(file, bytes.subarray(0, length));
}

function put(file: string, text = 'x'): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Files of `folder` with this ending. */
function named(folder: string, ending: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

/** A reflog of the branch, as each save of ours leaves one. */
function keepReflogs({ at, git }: Down): void {
  const line = `${'0'.repeat(40)} ${git('rev-parse', 'main')} Camille <c@exemple.fr> 1700000000 +0000\tun\n`;
  put(at('logs/refs/heads/main'), line);
}

/** A commit that main was at for a moment. */
function passingCommit(down: Down): string {
  const { git } = down;
  keepReflogs(down);
  const before = git('rev-parse', 'main');
  const passing = git('commit-tree', '-m', 'Parti', '-p', before, 'main^{tree}');
  git('update-ref', '--create-reflog', '-m', 'deux', 'refs/heads/main', passing);
  git('update-ref', '--create-reflog', '-m', 'trois', 'refs/heads/main', before);
  return passing;
}

const DAMAGES: readonly (readonly [string, Damage])[] = [
  [
    'a torn object',
    (down) => {
      const lost = down.git('rev-parse', 'main:posts/2026/article-1.md');
      cut(objectFile(down, lost), 12);
      return [lost];
    },
  ],
  [
    'an object that only a reflog names',
    (down) => {
      rmSync(objectFile(down, passingCommit(down)));
      return [];
    },
  ],
  [
    'a tip that is lost',
    (down) => {
      const passing = passingCommit(down);
      down.git('update-ref', 'refs/heads/main', passing);
      rmSync(objectFile(down, passing));
      return [];
    },
  ],
  [
    'empty refs',
    (down) => {
      const { at, git } = down;
      keepReflogs(down);
      git('update-ref', '--create-reflog', 'refs/heads/autre', 'main');
      for (const ref of ['refs/heads/main', 'refs/heads/autre', 'refs/tags/vide', 'refs/encrier/pending/x'])
        put(at(ref), '');
      return [];
    },
  ],
  [
    'torn packed-refs',
    (down) => {
      const { at, git } = down;
      keepReflogs(down);
      git('update-ref', '--create-reflog', 'refs/encrier/backup/b', 'main');
      git('update-ref', 'refs/tags/a', 'main');
      git('pack-refs', '--all');
      cut(at('packed-refs'), readFileSync(at('packed-refs')).indexOf('refs/heads/main') + 9);
      return [];
    },
  ],
  [
    'packed-refs that lost all they held',
    (down) => {
      keepReflogs(down);
      down.git('pack-refs', '--all');
      cut(down.at('packed-refs'), 0);
      return [];
    },
  ],
  [
    'a torn HEAD',
    ({ at }) => {
      put(at('HEAD'), 'ref: refs/heads/ma');
      return [];
    },
  ],
  [
    'a HEAD that names no branch',
    ({ at }) => {
      put(at('HEAD'), 'ref: refs/hea');
      return [];
    },
  ],
  [
    'a torn line in a reflog',
    (down) => {
      keepReflogs(down);
      appendFileSync(down.at('logs/refs/heads/main'), `${down.git('rev-parse', 'main')} ${'a'.repeat(22)}`);
      return [];
    },
  ],
  [
    'torn indexes of packs and of commits',
    ({ at, git }) => {
      git('repack', '-a', '-d', '-q', '--write-bitmap-index');
      git('-c', 'pack.writeReverseIndex=true', 'index-pack', ...named(at('objects/pack'), '.pack'));
      git('commit-graph', 'write', '--reachable');
      for (const ending of ['.idx', '.bitmap', '.rev'])
        for (const file of named(at('objects/pack'), ending)) cut(file, 900);
      cut(at('objects/info/commit-graph'), 40);
      return [];
    },
  ],
  [
    'a torn chain of commit graphs',
    ({ at, git }) => {
      git('commit-graph', 'write', '--reachable', '--split');
      for (const file of named(at('objects/info/commit-graphs'), '.graph')) cut(file, 40);
      return [];
    },
  ],
];

function fsck(gitDir: string): readonly string[] {
  const { stdout, stderr } = spawnSync('git', ['fsck', '--full', '--no-dangling', '--no-progress'], {
    cwd: gitDir,
    env: cleanGitEnvironment(),
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
}

async function startedAfter(damage: Damage) {
  const started = await startTestServer({ files: postFiles(3) });
  server = started;
  await started.publish({ 'posts/2026/article-1.md': postText({ title: 'Second' }) });
  const { gitDir, git } = started.content;
  let lost: readonly string[] = [];
  await started.restart(() => {
    lost = damage({ git, at: (name) => join(gitDir, name) });
  });
  return { started, gitDir, lost };
}

describe('git fsck after a start on', () => {
  const some = DAMAGES.slice(0, rounds({ few: 4, all: DAMAGES.length }));
  it.each(some)('%s says nothing but what is really lost, which /healthz names', async (_, damage) => {
    const { started, gitDir, lost } = await startedAfter(damage);
    await vi.waitFor(
      () => {
        const others = fsck(gitDir).filter((line) => !lost.some((id) => line.includes(id)));
        // The tree that leads there is named on the line before.
        expect(others.filter((line) => lost.length === 0 || !line.startsWith('broken link'))).toEqual([]);
      },
      { timeout: 380_000, interval: 200 },
    );
    await vi.waitFor(
      async () => {
        const health = JSON.parse((await started.get('/healthz')).text) as {
          lost: readonly { id: string }[];
        };
        expect(health.lost.map(({ id }) => id)).toEqual(lost);
      },
      { timeout: 380_000, interval: 100 },
    );
    expect((await started.get('/blog/article-2')).status).toBe(200);
    if (lost.length === 0) expect((await started.get('/blog/article-1')).text).toContain('Second');
  });

  it('temporary files says nothing, and they are gone; what has such a name elsewhere stays', async () => {
    const TEMPORARIES = [
      'objects/ab/tmp_obj_Ab3dEf',
      'objects/tmp_objdir-incoming-Mn0pQr/pack/tmp_idx_Mn0pQr',
      'objects/incoming-Mn0pQr/x',
      ...['pack', 'idx', 'rev', 'mtimes', 'bitmap', 'midx'].map((kind) => `objects/pack/tmp_${kind}_Ab3dEf`),
      'objects/pack/.tmp-4242-pack-0a1b.pack',
      'objects/info/commit-graphs/tmp_graph_Ab3dEf',
      'objects/info/packs_Ab3dEf',
      'info/refs_Ab3dEf',
      'info/refs.tmp',
      'packed-refs.new',
      'shallow_Ab3dEf',
    ];
    const { started, gitDir } = await startedAfter(({ at, git }) => {
      for (const name of TEMPORARIES) put(at(name));
      git('update-ref', '--create-reflog', 'refs/heads/incoming-travail', 'main');
      git('update-ref', '--create-reflog', 'refs/heads/tmp_obj_essai', 'main');
      put(at('encrier/damaged/tmp_obj_Ab3dEf'));
      return [];
    });
    expect(fsck(gitDir)).toEqual([]);
    const left = readdirSync(gitDir, { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => TEMPORARIES.includes(name))).toEqual([]);
    expect(left).toEqual(
      expect.arrayContaining([
        'encrier/damaged/tmp_obj_Ab3dEf',
        'refs/heads/incoming-travail',
        'refs/heads/tmp_obj_essai',
        'logs/refs/heads/incoming-travail',
      ]),
    );
    expect((await started.get('/blog/article-1')).status).toBe(200);
  });
});
