import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Random } from '#content/testing/random.ts';
import { git } from '#content/testing/temporary-repository.ts';
import { filesBelow } from '../programs/repository.ts';
import type { FaultSite } from './fault-site.ts';
import { numberedText } from './texts.ts';

interface Ground {
  readonly dataDir: string;
  readonly gitDir: string;
  readonly random: Random;
  /** The file that the next round's first save makes. */
  readonly nextSave: string;
  /** Whether the last server was cut off: one that stops gently leaves nothing of its own. */
  readonly wasKilled: boolean;
}

/** Something a crash, a power cut or a wrong clock leaves, put in place while no server runs. */
export interface Planting {
  readonly name: string;
  readonly plant: (ground: Ground) => void;
  /** What the next start must say of it; null where it is put right without a word. */
  readonly told: RegExp | null;
}

const SEARCH = 'cache/index.sqlite';
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const BRANCH_FILE = 'refs/heads/main';
const WORK_FILE = 'refs/heads/travail';
const REMOVED_LOCK = /Verrou abandonné, retiré/;
const MOVED_OBJECT = /Objets vides ou tronqués, mis de côté/;
const REMOVED_TEMPORARY = /Fichiers temporaires abandonnés, retirés/;
const OWN_REF = /La (?:branche «\u00a0travail\u00a0»|référence «\u00a0[^»]+\u00a0») était illisible/;
const RESTORED = /La branche «\u00a0main\u00a0» était illisible/;

export const PLANTINGS: readonly Planting[] = [
  {
    name: 'stale branch lock',
    plant: ({ gitDir }) => age(put(join(gitDir, `${BRANCH_FILE}.lock`), ''), -HOUR_S),
    told: REMOVED_LOCK,
  },
  {
    name: 'branch lock of a moment ago',
    plant: ({ gitDir }) => void put(join(gitDir, `${BRANCH_FILE}.lock`), 'f'.repeat(20)),
    told: REMOVED_LOCK,
  },
  {
    name: 'stale packed-refs and HEAD locks',
    plant: ({ gitDir }) => {
      for (const name of ['packed-refs.lock', 'HEAD.lock']) age(put(join(gitDir, name), ''), -DAY_S);
    },
    told: REMOVED_LOCK,
  },
  {
    name: 'empty branch ref',
    plant: ({ gitDir }) => truncateSync(join(gitDir, BRANCH_FILE), 0),
    told: RESTORED,
  },
  {
    name: 'torn branch ref',
    plant: ({ gitDir, random }) => truncateSync(join(gitDir, BRANCH_FILE), 1 + random.below(38)),
    told: RESTORED,
  },
  {
    name: 'branch ref of zeros',
    plant: ({ gitDir }) => void put(join(gitDir, BRANCH_FILE), '\0'.repeat(41)),
    told: RESTORED,
  },
  {
    name: 'empty work branch ref',
    plant: ({ gitDir }) => void put(join(gitDir, WORK_FILE), ''),
    told: OWN_REF,
  },
  { name: 'torn refs of ours', plant: tearOwnRefs, told: OWN_REF },
  {
    name: 'zero-byte object of the next save',
    plant: (ground) => void putObject(ground, ground.nextSave, 0),
    told: MOVED_OBJECT,
  },
  {
    name: 'old zero-byte object',
    plant: (ground) => age(putObject(ground, `ancien ${ground.random.below(1e9)}`, 0), -400 * DAY_S),
    told: MOVED_OBJECT,
  },
  {
    name: 'torn object of the next save',
    plant: (ground) => void putObject(ground, ground.nextSave, 0.6),
    told: MOVED_OBJECT,
  },
  {
    name: 'torn object, clock set back a day since',
    plant: (ground) => {
      for (const file of looseFiles(ground.gitDir).slice(0, 20)) age(file, DAY_S);
      putObject(ground, ground.nextSave, 0.4);
    },
    told: MOVED_OBJECT,
  },
  { name: 'half-written files of git', plant: plantGitTemporaries, told: REMOVED_TEMPORARY },
  { name: 'half-written files of a server', plant: plantOwnTemporaries, told: REMOVED_TEMPORARY },
  { name: 'truncated caches', plant: tearCaches, told: null },
  { name: 'damaged search index', plant: damageSearch, told: null },
  { name: 'search index of another version', plant: ageSearch, told: null },
  {
    name: 'lost search index',
    plant: ({ dataDir }) => rmSync(join(dataDir, SEARCH), { force: true }),
    told: null,
  },
  { name: 'truncated folder locks', plant: tearFolderLocks, told: null },
  { name: 'torn WAL of the accounts', plant: tearAccountsWal, told: null },
  { name: 'half-made accounts', plant: plantHalfAccounts, told: null },
  {
    name: 'files of a year to come',
    plant: ({ dataDir }) => {
      for (const file of filesBelow(dataDir)) age(file, 400 * DAY_S);
    },
    told: null,
  },
  {
    name: 'files of 1971',
    plant: ({ dataDir }) => {
      for (const file of filesBelow(dataDir)) utimesSync(file, 365 * DAY_S, 365 * DAY_S);
    },
    told: null,
  },
];

/** The file that the next save of the article of every round makes: what is there, with the next number. */
export function nextSave({ gitDir, ledger, saved }: Pick<FaultSite, 'gitDir' | 'ledger' | 'saved'>): string {
  const text = ledger.texts().find(({ name }) => name === saved.slug);
  const path = git(['ls-tree', '-r', '--name-only', 'main', 'posts'], { cwd: gitDir })
    .split('\n')
    .find((line) => line.endsWith(`/${saved.slug}.md`));
  if (text === undefined || path === undefined) throw new Error(`no article ${saved.slug}`);
  const file = git(['show', `main:${path}`], { cwd: gitDir });
  return file.replace(/Texte numéro [\s\S]*$/, numberedText(text.asked + 1));
}

/** Leaves the first part of an object (0: nothing of it) under its own name; one that is there already stays. */
function putObject({ gitDir }: Ground, text: string, part: number): string {
  const whole = Buffer.from(`blob ${Buffer.byteLength(text)}\0${text}`);
  const id = createHash('sha1').update(whole).digest('hex');
  const file = join(gitDir, 'objects', id.slice(0, 2), id.slice(2));
  if (existsSync(file)) return file;
  const bytes = deflateSync(whole);
  return put(file, bytes.subarray(0, Math.floor(bytes.length * part)));
}

/** The work branch in any case, and some of what else there is. */
function tearOwnRefs({ gitDir, random }: Ground): void {
  const file = join(gitDir, WORK_FILE);
  if (!existsSync(file)) put(file, '0123456789');
  for (const ref of [file, ...filesBelow(join(gitDir, 'refs/encrier'))])
    if (ref === file || random.oneIn(3)) truncateSync(ref, Math.min(statSync(ref).size, random.below(38)));
}

function plantGitTemporaries({ gitDir, random }: Ground): void {
  const folder = join(gitDir, 'objects', random.below(256).toString(16).padStart(2, '0'));
  const files = [
    put(join(folder, 'tmp_obj_Ab3dEf'), 'x'),
    put(join(gitDir, 'objects/pack/tmp_pack_Gh1jKl'), 'PACK'),
    put(join(gitDir, 'objects/tmp_objdir-incoming-Mn0pQr/pack/tmp_idx_x'), ''),
  ];
  if (random.oneIn(2)) for (const file of files) age(file, -2 * HOUR_S);
}

function plantOwnTemporaries({ dataDir, gitDir, wasKilled }: Ground): void {
  const name = 'tmp_obj_encrier-00000000-0000-4000-8000-000000000000.4242.77-0a1b2c3d4e5f';
  const inRepository = [gitDir, join(gitDir, 'refs/heads'), join(gitDir, 'objects')];
  const beside = wasKilled ? [dataDir, join(dataDir, 'cache')] : [];
  for (const folder of [...inRepository, ...beside]) put(join(folder, name), 'moitié');
}

function tearCaches({ dataDir, random }: Ground): void {
  for (const file of filesBelow(join(dataDir, 'cache'))) {
    const { size } = statSync(file);
    if (random.oneIn(2)) truncateSync(file, random.below(size + 1));
    else if (size > 0) writeFileSync(file, '\0'.repeat(random.below(size)));
  }
}

/** Bytes turned, wherever. */
function damageSearch({ dataDir, random }: Ground): void {
  changeSearch(dataDir, (bytes) => {
    for (let count = 1 + random.below(40); count > 0; count -= 1) {
      const at = random.below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 + random.below(255));
    }
  });
}

/** The number of its form stands in the head of the file (user_version, sqlite.org/fileformat.html §1.3.13). */
function ageSearch({ dataDir }: Ground): void {
  changeSearch(dataDir, (bytes) => bytes.fill(77, 60, 64));
}

function changeSearch(dataDir: string, change: (bytes: Buffer) => void): void {
  const file = join(dataDir, SEARCH);
  if (!existsSync(file) || statSync(file).size === 0) return;
  const bytes = readFileSync(file);
  change(bytes);
  writeFileSync(file, bytes);
}

/** What was acknowledged is in state.sqlite itself; of its WAL, and of what SQLite keeps in memory shared, anything may be left. */
function tearAccountsWal({ dataDir, random }: Ground): void {
  for (const end of ['-wal', '-shm']) {
    const file = join(dataDir, `state.sqlite${end}`);
    if (!existsSync(file)) continue;
    const { size } = statSync(file);
    if (random.oneIn(3)) rmSync(file);
    else if (random.oneIn(2)) truncateSync(file, random.below(size + 1));
    else writeFileSync(file, '\0'.repeat(random.below(size + 1)));
  }
}

/** As a kill leaves them while they are made, or taken over from files of before. */
function plantHalfAccounts({ dataDir, wasKilled }: Ground): void {
  const name = 'tmp_obj_encrier-00000000-0000-4000-8000-000000000000.4242.77-0a1b2c3d4e60';
  if (wasKilled) put(join(dataDir, name), 'SQLite format 3\0');
}

/** The turns of server/data/data-folder.ts: of the data folder and of whatever else has one. They are never left empty. */
function tearFolderLocks({ dataDir, gitDir, random }: Ground): void {
  for (const file of filesBelow(dataDir)) {
    if (file.startsWith(gitDir) || !/\/lock\.[0-9]+$/.test(file)) continue;
    const { size } = statSync(file);
    if (random.oneIn(2)) truncateSync(file, 1 + random.below(size + 1));
    else writeFileSync(file, '\0'.repeat(60));
  }
}

function looseFiles(gitDir: string): readonly string[] {
  return filesBelow(join(gitDir, 'objects')).filter((file) => /\/[0-9a-f]{2}\/[0-9a-f]{38}$/.test(file));
}

function put(file: string, content: string | Uint8Array): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

/** Sets when a file says that it was changed, in seconds from now. */
function age(file: string, seconds: number): void {
  const time = Date.now() / 1000 + seconds;
  utimesSync(file, time, time);
}
