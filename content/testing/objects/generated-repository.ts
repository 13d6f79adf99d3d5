import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { looseObjectPath } from '#content/git/objects/loose-objects.ts';
import { objectHeader } from '#content/git/objects/object-id.ts';
import { createRandom, type Random } from '../random.ts';
import { createTemporaryRepository, type TemporaryRepository } from '../temporary-repository.ts';
import { type GeneratedHistory, type GeneratedObject, generateObjects } from './generated-objects.ts';
import { type IndexForm, makeIndex, makePack, type PackedObject } from './made-packs.ts';
import { zlibForm } from './zlib-forms.ts';

const INDEX_FORMS: readonly IndexForm[] = [1, 2, '2-long'];

/** A bare repository whose objects are stored in every form that git reads; the same seed gives the same. */
export function generateRepository(options: {
  readonly count: number;
  readonly seed: number;
}): TemporaryRepository & { readonly history: GeneratedHistory } {
  const repository = createTemporaryRepository();
  const history = generateObjects(options);
  const random = createRandom(options.seed + 1);
  const packs = INDEX_FORMS.map((form) => ({ form, objects: new Map<string, GeneratedObject>() }));
  for (const [number, object] of history.objects.entries()) {
    const place = random.below(4);
    const pack = packs[place];
    // Some are in two places.
    if (pack === undefined || random.oneIn(20)) writeLoose(repository.path, object, { number, random });
    pack?.objects.set(object.id, object);
  }
  for (const { form, objects } of packs) writePack(repository.path, { form, objects }, random);
  repository.git(['update-ref', 'refs/heads/main', history.tip]);
  for (const [number, tag] of history.tags.entries())
    repository.git(['update-ref', `refs/tags/v${number}`, tag]);
  return { ...repository, history };
}

function writeLoose(
  gitDir: string,
  { id, type, bytes }: GeneratedObject,
  { number, random }: { readonly number: number; readonly random: Random },
): void {
  const file = looseObjectPath(path.join(gitDir, 'objects'), id);
  mkdirSync(path.dirname(file), { recursive: true });
  const whole = Buffer.concat([objectHeader(type, bytes.length), bytes]);
  writeFileSync(file, zlibForm(whole, number, random), { mode: 0o444 });
}

interface Contents {
  readonly form: IndexForm;
  readonly objects: ReadonlyMap<string, GeneratedObject>;
}

function writePack(gitDir: string, { form, objects }: Contents, random: Random): void {
  if (objects.size === 0) return;
  const listed = [...objects.values()].map((object) => packed(object, objects, random));
  // A reference may lead forward too.
  const pack = makePack(random.oneIn(2) ? listed : listed.toReversed(), random);
  const base = path.join(gitDir, 'objects/pack', `pack-${pack.checksum.toString('hex')}`);
  writeFileSync(`${base}.pack`, pack.bytes, { mode: 0o444 });
  writeFileSync(`${base}.idx`, makeIndex(pack, form), { mode: 0o444 });
}

/** As a delta where its base is in the same pack; git takes none of fewer than four bytes. */
function packed(
  { id, type, bytes, delta }: GeneratedObject,
  objects: Contents['objects'],
  random: Random,
): PackedObject {
  if (delta === null || delta.bytes.length < 4 || !objects.has(delta.base) || random.oneIn(8))
    return { id, type, body: bytes, base: null };
  return { id, type, body: delta.bytes, base: { id: delta.base, by: random.pick(['offset', 'reference']) } };
}
