import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatIndex, type IndexEntry, NO_STAMP, readIndex } from '#content/folder/index-format.ts';
import { parseCommit } from '#content/git/commit-object.ts';
import { isObjectId, objectId } from '#content/git/objects/object-id.ts';
import { createReceivedCheck } from '#content/git/objects/object-links.ts';
import { readReflog } from '#content/git/refs/reflog.ts';
import { isRefName, listRefs, readRef } from '#content/git/refs/refs.ts';
import { formatTree, parseTree, type TreeEntry } from '#content/git/tree.ts';
import { advertisementOf, parseAdvertisement } from '#content/remote/advertisement.ts';
import { damage } from '#content/testing/objects/damage.ts';
import type { Random } from '#content/testing/random.ts';
import { type Attempt, WrongAnswer } from './parser.ts';

const ID_BYTES = 20;
const REF = 'refs/heads/main';

/** Readers of what objects and the files beside them say, by name. */
export const TEXT_PARSERS: Readonly<Record<string, Attempt>> = {
  tree,
  commit,
  index: workTreeIndex,
  'packed-refs': packedRefs,
  ref,
  reflog,
  protocol,
};

function tree(random: Random): boolean {
  const bytes = damage(someTree(random), random);
  const entries = parseTree(bytes);
  if (!entries.every(({ id, mode }) => isObjectId(id) && /^[0-7]+$/.test(mode)))
    throw new WrongAnswer('an entry');
  const check = createReceivedCheck();
  check.add({ id: objectId('tree', bytes), type: 'tree', bytes });
  if (check.lacking().length > entries.length) throw new WrongAnswer('more links than entries');
  return true;
}

function someTree(random: Random): Buffer {
  const entries = Array.from(
    { length: random.below(8) },
    (_, number): TreeEntry => ({
      mode: random.pick(['100644', '40000', '120000', '160000']),
      name: `${random.pick(['article', '.git', 'é', '\udce9'])}${number}`,
      id: someId(random),
    }),
  );
  return formatTree(entries);
}

function commit(random: Random): boolean {
  const { tree, parents, author, committer } = parseCommit(
    someId(random),
    damage(someCommit(random), random),
  );
  if (![tree, ...parents].every(isObjectId)) throw new WrongAnswer('an id');
  // Throws for what no date can be made of.
  for (const { seconds } of [author, committer]) new Date(seconds * 1000).toISOString();
  return true;
}

function someCommit(random: Random): Buffer {
  const who = `Zoé <zoe@exemple.fr> ${random.below(2e9)} +0100`;
  const encoding = random.pick(['', 'encoding ISO-8859-1\n', 'encoding utf-16le\n', 'encoding x-inconnu\n']);
  const parents = Array.from({ length: random.below(3) }, () => `parent ${someId(random)}\n`).join('');
  return Buffer.from(
    `tree ${someId(random)}\n${parents}author ${who}\ncommitter ${who}\n${encoding}gpgsig a\n b\n\nModifier\n`,
  );
}

function workTreeIndex(random: Random): boolean {
  const whole = formatIndex(
    Array.from({ length: random.below(8) }, (_, number) => someEntry(number, random)),
  );
  const body = withVersion(damage(whole.subarray(0, -ID_BYTES), random), random);
  const sum = createHash('sha1').update(body).digest();
  const reading = readIndex(random.oneIn(4) ? damage(whole, random) : Buffer.concat([body, sum]));
  if (reading.kind !== 'entries') return false;
  if (!reading.entries.every(({ id }) => isObjectId(id))) throw new WrongAnswer('an id');
  return true;
}

/** The form of version 4, which is never written here, over entries of another. */
function withVersion(body: Buffer, random: Random): Buffer {
  if (body.length < 8 || !random.oneIn(2)) return body;
  const changed = Buffer.from(body);
  changed.writeUInt32BE(4, 4);
  return changed;
}

function someEntry(number: number, random: Random): IndexEntry {
  return {
    path: `posts/${number}${'a'.repeat(random.below(60))}`,
    id: someId(random),
    mode: 0o100644,
    stage: random.oneIn(6) ? 1 + random.below(3) : 0,
    stamp: NO_STAMP,
    isAssumedUnchanged: random.oneIn(6),
    isSkipped: random.oneIn(6),
    isIntended: false,
  };
}

async function packedRefs(random: Random, folder: string): Promise<boolean> {
  const names = ['refs/heads/main', 'refs/tags/v1', 'refs/encrier/pending/a', 'refs/remotes/upstream/main'];
  const lines = names.map((name) => `${someId(random)} ${name}\n^${someId(random)}\n`);
  const bytes = damage(
    Buffer.from(`# pack-refs with: peeled fully-peeled sorted \n${lines.join('')}`),
    random,
  );
  writeFileSync(path.join(folder, 'packed-refs'), bytes);
  const refs = await listRefs(folder);
  for (const [name, id] of refs) if (!isRefName(name) || !isObjectId(id)) throw new WrongAnswer(name);
  return refs.size > 0;
}

async function ref(random: Random, folder: string): Promise<boolean> {
  const gitDir = path.join(folder, 'ref');
  const file = path.join(gitDir, REF);
  const text = random.oneIn(2)
    ? `${someId(random)}\n`
    : `ref: ${random.pick([REF, 'refs/heads/autre', '../HEAD'])}\n`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, damage(Buffer.from(text), random));
  const id = await readRef(gitDir, REF);
  if (id !== null && !isObjectId(id)) throw new WrongAnswer(id);
  return id !== null;
}

async function reflog(random: Random, folder: string): Promise<boolean> {
  const file = path.join(folder, 'logs', REF);
  const lines = Array.from(
    { length: 1 + random.below(6) },
    () => `${someId(random)} ${someId(random)} Zoé <zoe@exemple.fr> ${random.below(2e9)} +0100\tModifier\n`,
  );
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, damage(Buffer.from(lines.join('')), random));
  const ids = await readReflog(folder, REF);
  if (!ids.every(isObjectId)) throw new WrongAnswer('an id');
  return ids.length > 0;
}

async function protocol(random: Random): Promise<boolean> {
  const what = random.pick(['git-upload-pack', 'git-receive-pack'] as const);
  const names = Array.from({ length: random.below(6) }, (_, at) => `refs/heads/${at}`);
  const refs = new Map(names.map((name) => [name, someId(random)]));
  const capabilities = new Set(['side-band-64k', 'report-status', 'object-format=sha1']);
  const read = await parseAdvertisement(damage(advertisementOf({ what, capabilities }, refs), random), what);
  for (const [name, id] of read.refs)
    if (!isRefName(name) || !isObjectId(id)) throw new WrongAnswer('no ref');
  return read.refs.size > 0;
}

function someId(random: Random): string {
  return Array.from({ length: 5 }, () => random.below(0x1_0000_0000).toString(16).padStart(8, '0')).join('');
}
