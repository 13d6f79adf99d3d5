import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createByteCache } from '#content/git/objects/byte-cache.ts';
import { indexPack } from '#content/git/objects/index-pack.ts';
import { looseObjectPath, readLooseFile, readLooseSize } from '#content/git/objects/loose-objects.ts';
import { type GitObject, objectHeader, objectId } from '#content/git/objects/object-id.ts';
import { openPack } from '#content/git/objects/pack.ts';
import { applyDelta, deltaResultSize, PackEntryError } from '#content/git/objects/pack-entry.ts';
import { parsePackIndex } from '#content/git/objects/pack-index.ts';
import { ContentError } from '#content/model/errors.ts';
import { damage } from '#content/testing/objects/damage.ts';
import { randomDelta } from '#content/testing/objects/made-deltas.ts';
import {
  type MadePack,
  makeIndex,
  makePack,
  type PackedObject,
} from '#content/testing/objects/made-packs.ts';
import { zlibForm } from '#content/testing/objects/zlib-forms.ts';
import type { Random } from '#content/testing/random.ts';
import { type Attempt, WrongAnswer } from './parser.ts';

/** Above this nothing is read here: what claims more must not cost more. */
const MAX_OBJECT = 1024 * 1024;
const MAX_TEXT = 3000;
const ID_BYTES = 20;

/** Readers of objects and of packs, by name. */
export const OBJECT_PARSERS: Readonly<Record<string, Attempt>> = {
  loose,
  pack,
  'pack-index': packIndex,
  'received-pack': receivedPack,
  delta,
};

async function loose(random: Random, folder: string): Promise<boolean> {
  const whole = wholeObject(random);
  // Damage below the compression, under the name it then has, gets past zlib's sum and the id.
  const body = random.oneIn(2) ? damage(whole, random) : whole;
  const id = createHash('sha1').update(body).digest('hex');
  const stored = zlibForm(body, random.below(5000), random);
  const file = looseObjectPath(folder, id);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, body === whole ? damage(stored, random) : stored);
  const object = (await readLooseFile(folder, id, MAX_OBJECT))?.object ?? null;
  const size = await readLooseSize(folder, id);
  rmSync(file);
  if (object === null) return false;
  checkId(object, id);
  if (size?.size !== object.bytes.length) throw new WrongAnswer(`the size of ${id}`);
  return true;
}

function wholeObject(random: Random): Buffer {
  const bytes = someText(random);
  return Buffer.concat([objectHeader(random.pick(['blob', 'tree', 'commit', 'tag']), bytes.length), bytes]);
}

/** Each has a file of its own: what is known of one that is gone may be remembered. */
let packs = 0;

function pack(random: Random, folder: string): boolean {
  const { pack, index, ids } = damagedPack(random);
  const file = path.join(folder, `pack-${(packs += 1)}.pack`);
  writeFileSync(file, pack);
  const bases = createByteCache<GitObject>({ maxBytes: MAX_OBJECT, sizeOf: ({ bytes }) => bytes.length });
  try {
    const parsed = parsePackIndex(index, 'index');
    const opened = openPack({ file, index: parsed, bases, maxObjectBytes: MAX_OBJECT });
    try {
      return readAll(opened, ids);
    } finally {
      opened.close();
    }
  } finally {
    rmSync(file);
  }
}

/** Every object is asked for; the first refusal is thrown once all were. */
function readAll(pack: ReturnType<typeof openPack>, ids: readonly string[]): boolean {
  const refusals: unknown[] = [];
  let found = 0;
  for (const id of ids) {
    for (const ask of [pack.sizeOf, pack.keeps, pack.basesOf, pack.read]) {
      try {
        const answer = ask(id);
        if (ask !== pack.read || answer === null) continue;
        checkId(pack.read(id), id);
        found += 1;
      } catch (error) {
        refusals.push(error);
      }
    }
  }
  const foreign = refusals.filter((refusal) => !(refusal instanceof ContentError));
  if (foreign.length > 0) throw foreign[0];
  if (found === 0 && refusals.length > 0) throw refusals[0];
  return found > 0;
}

interface DamagedPack {
  readonly pack: Buffer;
  readonly index: Buffer;
  readonly ids: readonly string[];
}

function damagedPack(random: Random): DamagedPack {
  const objects = packedObjects(random);
  const ids = objects.map(({ id }) => id);
  const made = makePack(random.oneIn(3) ? objects.map((one) => damagedBody(one, random)) : objects, random);
  const index = makeIndex(made, random.pick([1, 2, '2-long'] as const));
  if (random.oneIn(4)) return { pack: made.bytes, index: damage(index, random), ids };
  const pack = random.oneIn(2) ? damage(made.bytes, random) : resealed(damage(unsealed(made), random));
  return { pack, index, ids };
}

function damagedBody(object: PackedObject, random: Random): PackedObject {
  return random.oneIn(2) ? { ...object, body: damage(object.body, random) } : object;
}

/** Some objects, most of them deltas of one before. */
function packedObjects(random: Random): readonly PackedObject[] {
  const objects: (PackedObject & { readonly whole: Buffer })[] = [];
  for (let count = 2 + random.below(6); count > 0; count -= 1) {
    const base = objects.length === 0 || random.oneIn(3) ? undefined : random.pick(objects);
    const delta = base === undefined ? null : randomDelta(base.whole, random);
    const whole = delta?.target ?? someText(random);
    const type = base?.type ?? random.pick(['blob', 'blob', 'blob', 'tree', 'commit', 'tag'] as const);
    objects.push({
      id: objectId(type, whole),
      type,
      whole,
      body: delta?.bytes ?? whole,
      base: base === undefined ? null : { id: base.id, by: random.pick(['offset', 'reference']) },
    });
  }
  return objects;
}

function unsealed({ bytes }: MadePack): Buffer {
  return bytes.subarray(0, -ID_BYTES);
}

function resealed(body: Buffer): Buffer {
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function packIndex(random: Random): boolean {
  const made = makePack(packedObjects(random), random);
  const index = makeIndex(made, random.pick([1, 2, '2-long'] as const));
  const damaged = random.oneIn(2)
    ? damage(index, random)
    : resealed(damage(index.subarray(0, -ID_BYTES), random));
  const parsed = parsePackIndex(damaged, 'index');
  const ids = [...parsed.ids()];
  if (ids.length !== parsed.count) throw new WrongAnswer('another count of ids');
  for (const id of [...ids, ...made.entries.map((entry) => entry.id)]) {
    const offset = parsed.find(Buffer.from(id, 'hex'));
    if (offset !== null) parsed.idAt(offset);
  }
  return ids.length > 0;
}

async function receivedPack(random: Random, folder: string): Promise<boolean> {
  const file = path.join(folder, 'received.pack');
  const objects = packedObjects(random).map((one) => damagedBody(one, random));
  const made = makePack(objects, random);
  const pack = random.oneIn(2) ? made.bytes : resealed(damage(unsealed(made), random));
  writeFileSync(file, pack);
  const ids: string[] = [];
  const parsed = parsePackIndex(await indexPack(file, ({ id }) => ids.push(id)), 'index');
  if (parsed.count !== ids.length || !ids.every((id) => parsed.has(Buffer.from(id, 'hex'))))
    throw new WrongAnswer('an index');
  return ids.length > 0;
}

function delta(random: Random): boolean {
  const base = someText(random);
  const delta = damage(randomDelta(base, random).bytes, random);
  try {
    const size = deltaResultSize(delta);
    if (applyDelta(base, delta).length !== size) throw new WrongAnswer('another size than stated');
    return true;
  } catch (error) {
    if (error instanceof PackEntryError) return false; // Its own way to say that bytes are damaged.
    throw error;
  }
}

function checkId(object: GitObject | null, id: string): void {
  if (object === null || objectId(object.type, object.bytes) !== id)
    throw new WrongAnswer(`the bytes of ${id}`);
}

function someText(random: Random): Buffer {
  const length = random.below(MAX_TEXT);
  const alphabet = random.pick([2, 40, 256]);
  return Buffer.from(Array.from({ length }, () => random.below(alphabet)));
}
