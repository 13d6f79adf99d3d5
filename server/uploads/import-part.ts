import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Request, RequestHandler } from 'express';
import { importOperations, MAX_PART_BYTES } from '#content/contract/import-operations.ts';
import { invalidInput } from '#content/contract/input-reason.ts';
import { createOneAtATime } from '#content/git/concurrency.ts';
import { diskRefusal } from '#content/git/system-error.ts';
import { ContentError } from '#content/model/errors.ts';
import type { Imports } from '#content/service/importing/import-operations.ts';

/**
 * Takes the next bytes of an export that is sent in parts, as the body of the request. A connection that is cut leaves what came; a part that
 * begins elsewhere than where the file ends writes nothing. The answer says how much is here: that is where the next begins.
 */
export function importPartRoute(imports: Pick<Imports, 'part' | 'state'>): RequestHandler {
  const oneAtATime = createOneAtATime();
  return async (request, response) => {
    const checked = importOperations.sendImportPart.input.safeParse({ ...request.query, ...request.params });
    if (!checked.success) throw invalidInput(checked.error);
    const { id, index, offset } = checked.data;
    await oneAtATime(async () => {
      const { path, received, bytes } = await imports.part(id, index);
      if (offset === received) await append(request, path, Math.min(MAX_PART_BYTES, bytes - received));
    });
    response.set('Cache-Control', 'no-store').json(await imports.state(id));
  };
}

/** Appends the body, which may be so many bytes long: on disk when this resolves. */
async function append(request: Request, path: string, most: number): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, 'a');
    try {
      await write(request, file, most);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    request.resume(); // Whoever sends all of it before reading gets to the answer.
    throw diskRefusal(error) ?? error;
  }
}

async function write(request: Request, file: FileHandle, most: number): Promise<void> {
  let left = most;
  const parts: AsyncIterable<unknown> = request.iterator({ destroyOnReturn: false });
  try {
    for await (const part of parts) {
      if (!(part instanceof Uint8Array)) continue;
      left -= part.length;
      if (left < 0) throw new ContentError('too-large', { limit: '8 Mo par envoi' });
      await file.appendFile(part);
    }
  } catch (error) {
    if (!isCut(error)) throw error;
  }
}

/** The sender went away: it goes on where this ended. */
function isCut(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')
  );
}
