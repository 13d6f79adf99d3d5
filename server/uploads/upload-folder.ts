import { createWriteStream } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { asDiskError, ensureFolderDurably } from '#content/git/durable-fs.ts';
import { isSystemError } from '#content/git/system-error.ts';
import type { UploadGrant } from './signed-address.ts';

const HOUR = 3_600_000;
const claimSchema = z.object({ user: z.string(), expires: z.number() });

/**
 * DATA_DIR/uploads: what was sent to a signed address and is not in the repository yet. `<id>.claim` says that an address
 * was used and by whom, `<id>.part` is being received, `<id>` is whole. Nothing here is a promise to keep: it is cleared.
 */
export function createUploadFolder(folder: string) {
  const fileOf = (id: string, ending = '') => join(folder, `${id}${ending}`);

  /** False when the address was used before. */
  async function claim({ id, user, expires }: UploadGrant): Promise<boolean> {
    try {
      const handle = await open(fileOf(id, '.claim'), 'wx');
      try {
        await handle.writeFile(JSON.stringify({ user, expires }));
      } finally {
        await handle.close();
      }
      return true;
    } catch (error) {
      if (isSystemError(error, 'EEXIST')) return false;
      await rm(fileOf(id, '.claim'), { force: true });
      throw asDiskError(error);
    }
  }

  return {
    /**
     * Takes what `body` gives, once for each grant: false when there was an upload already. A body that fails leaves
     * nothing, and the address may be used again. Throws ContentError 'disk-full'.
     */
    async receive(grant: UploadGrant, body: AsyncIterable<Uint8Array>): Promise<boolean> {
      await ensureFolderDurably(folder);
      if (!(await claim(grant))) return false;
      const part = fileOf(grant.id, '.part');
      try {
        await pipeline(body, createWriteStream(part, { flags: 'wx', flush: true }));
        await rename(part, fileOf(grant.id));
        return true;
      } catch (error) {
        await rm(part, { force: true });
        await rm(fileOf(grant.id, '.claim'), { force: true });
        throw asDiskError(error);
      }
    },

    /** Whose upload it is and until when; null when nothing was ever sent, or a crash tore what said whose it is. */
    async claimOf(id: string): Promise<Omit<UploadGrant, 'id'> | null> {
      const text = await readFile(fileOf(id, '.claim'), 'utf8').catch(absent);
      return text === null ? null : claimFrom(text);
    },

    /** The bytes of an upload that is whole; null while it is not, and after it was removed. */
    bytesOf: (id: string) => readFile(fileOf(id)).catch(absent),

    /** Removes the bytes; that the address was used stays known. */
    remove: (id: string): Promise<void> => rm(fileOf(id), { force: true }),

    /** Removes what is older than an hour, and at a start what the process before was still receiving. */
    async clear(now: number, of: 'start' | 'hourly'): Promise<void> {
      const names = await readdir(folder).catch(absent);
      for (const name of names ?? []) {
        const file = join(folder, name);
        const facts = await stat(file).catch(absent);
        const isBroken = of === 'start' && name.endsWith('.part');
        if (facts === null || (!isBroken && now - facts.mtimeMs < HOUR)) continue;
        await rm(file, { force: true });
        if (isBroken) await rm(file.replace(/\.part$/, '.claim'), { force: true });
      }
    },
  };
}

function claimFrom(text: string): z.output<typeof claimSchema> | null {
  try {
    return claimSchema.parse(JSON.parse(text));
  } catch {
    return null; // Its address was used: another one is asked for.
  }
}

function absent(error: unknown): null {
  if (isSystemError(error, 'ENOENT')) return null;
  throw error;
}
