import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { diskRefusal } from './system-error.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: /data/state.sqlite`), { code });

describe('diskRefusal', () => {
  it.each(['ENOSPC', 'EDQUOT'])('says that the disk is full: %s', (code) => {
    const error = failure(code);
    expect(diskRefusal(error)).toMatchObject({ code: 'disk-full', data: {}, cause: error });
  });

  it.each(['EROFS', 'EACCES', 'EPERM'])('says that nothing can be written, and no path: %s', (code) => {
    const error = failure(code);
    const refusal = diskRefusal(error);
    expect(refusal).toMatchObject({ code: 'read-only', cause: error });
    expect(JSON.stringify(refusal?.data)).not.toContain('/data');
  });

  it('speaks of a disk that may be the author’s own as well as a server’s', () => {
    const told = JSON.stringify(diskRefusal(failure('EACCES'))?.data);
    expect(told).toContain('le disque où sont vos articles');
    expect(told).not.toContain('serveur');
  });

  it('has no word for anything else', async () => {
    const absent: unknown = await readFile(`${import.meta.filename}.absent`).catch((error: unknown) => error);
    expect([diskRefusal(absent), diskRefusal(new Error('EROFS')), diskRefusal(null)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
