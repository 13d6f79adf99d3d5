import { MAX_IMAGE_BYTES } from '../../model/image.ts';
import { decoded } from '../../model/paths.ts';
import type { ExportFile } from '../archive.ts';
import { type ExportReading, type ExportTree, isPicture, servedFile, takeOut } from '../export-tree.ts';
import type { ImportedFile, ImportedItem } from '../imported.ts';
import { SIZE } from './attachments.ts';

/** `wp-content/uploads/2019/05/photo.jpg`, or that folder packed from within; what comes before is whatever the author packed. */
const UPLOAD = /(?:^|\/)(?:uploads\/(.+)|(\d{4}\/\d{2}\/[^/]+))$/;

/**
 * What a WordPress export says, its files with their bytes where the author gave the folder of uploads too, in a zip or beside it; then the
 * pictures of that folder that the export does not name, each with its sizes.
 */
export async function* withUploads(
  items: AsyncIterable<ImportedItem>,
  { tree, workFolder }: ExportReading,
): AsyncGenerator<ImportedItem> {
  const uploads = uploadsOf(tree);
  const taken = new Set<string>();
  for await (const item of items) {
    const places = item.kind === 'file' ? placesOf(item) : [];
    const given = places.flatMap((place) => uploads.get(place) ?? []);
    const file = given.find(({ bytes }) => bytes <= MAX_IMAGE_BYTES) ?? given[0];
    if (item.kind !== 'file' || file === undefined) {
      yield item;
      continue;
    }
    for (const place of places) taken.add(place);
    yield { ...item, path: await takeOut(file, workFolder), bytes: file.bytes };
  }
  for (const [place, places] of originals(uploads)) {
    const file = uploads.get(place);
    if (file === undefined || taken.has(place)) continue;
    const addresses = places.map((one) => `/wp-content/uploads/${one}`);
    yield await servedFile(file, addresses, workFolder);
  }
}

/** Files of the folder of uploads, by their place in it. */
function uploadsOf({ files }: ExportTree): ReadonlyMap<string, ExportFile> {
  const found = new Map<string, ExportFile>();
  for (const [path, file] of files) {
    const place = isPicture(path) ? placeIn(path) : null;
    if (place !== null && !found.has(place)) found.set(place, file);
  }
  return found;
}

/** Where a file's sizes may be in the folder of uploads, the largest first. */
function placesOf({ addresses }: ImportedFile): readonly string[] {
  return addresses.flatMap((address) => {
    const place = placeIn(address);
    return place === null ? [] : [place, place.replace(SIZE, '')];
  });
}

/** The place in the folder of uploads that a path or an address names. */
function placeIn(address: string): string | null {
  const [, within, dated] = UPLOAD.exec(address.replace(/[?#].*$/s, '')) ?? [];
  const place = within ?? dated;
  return place === undefined ? null : (decoded(place) ?? place).normalize('NFC');
}

/** Each picture with the sizes that were made of it, itself first. */
function originals(uploads: ReadonlyMap<string, ExportFile>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const place of uploads.keys()) {
    const whole = place.replace(SIZE, '');
    const original = uploads.has(whole) ? whole : place;
    const places = found.get(original) ?? [original];
    if (place !== original) places.push(place);
    found.set(original, places);
  }
  return found;
}
