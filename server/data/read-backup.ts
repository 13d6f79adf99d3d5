import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import {
  BACKUP_FORMAT,
  BackupError,
  hashFile,
  MANIFEST,
  type Manifest,
  manifestSchema,
} from './backup-file.ts';

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
const NOT_OURS = 'Ce fichier n’est pas une sauvegarde d’Encrier, ou il est abîmé.';

/**
 * Unpacks a backup into a folder and checks every file against its manifest, which it answers. Only names a backup can hold
 * are written. Throws {@link BackupError} when anything is missing, changed or unknown.
 */
export async function unpackBackup(file: string, folder: string): Promise<Manifest> {
  const entries = new Map<string, Entry>();
  const zip = await openZip(file);
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const manifest = await readManifest(zip, entries.get(MANIFEST));
    for (const known of manifest.files) {
      const entry = entries.get(known.name);
      const path = join(folder, known.name);
      if (entry === undefined || entry.uncompressedSize !== known.bytes) throw new BackupError(NOT_OURS);
      await mkdir(dirname(path), { recursive: true });
      const stream = await zip.openReadStreamPromise(entry);
      await pipeline(stream, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
      if ((await hashFile(path)) !== known.sha256) throw new BackupError(NOT_OURS);
    }
    return manifest;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(NOT_OURS, { cause: error });
  } finally {
    zip.close();
  }
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { autoClose: false });
  } catch (error) {
    throw new BackupError(`${file} ne peut pas être lu comme une sauvegarde d’Encrier.`, { cause: error });
  }
}

async function readManifest(zip: ZipFile, entry: Entry | undefined): Promise<Manifest> {
  if (entry === undefined || entry.uncompressedSize > MAX_MANIFEST_BYTES) throw new BackupError(NOT_OURS);
  const text = await buffer(await zip.openReadStreamPromise(entry));
  const manifest = manifestSchema.parse(JSON.parse(text.toString('utf8')));
  if (manifest.format <= BACKUP_FORMAT) return manifest;
  throw new BackupError('Cette sauvegarde vient d’une version plus récente d’Encrier : mettez-le à jour.');
}
