import { readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryOwner } from '#content/git/durable-fs.ts';
import { processIdentity } from '#content/git/processes.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { openPushReport } from './push-report.ts';

let folder: TemporaryFolder;
beforeEach(() => {
  folder = createTemporaryFolder();
});
afterEach(() => folder.remove());

describe('openPushReport', () => {
  it('gives a file that the next start knows for ours, and leaves none', async () => {
    const objects = { readCommit: () => Promise.reject(new Error('nothing landed')) };
    const report = await openPushReport({ gitDir: folder.path, objects });
    writeFileSync(report.file, '[]');
    expect(temporaryOwner(basename(report.file))).toBe(processIdentity());
    expect(await report.landed()).toEqual([]);
    await report.discard();
    expect([dirname(report.file), readdirSync(dirname(report.file))]).toEqual([
      join(folder.path, 'encrier/pushes'),
      [],
    ]);
  });
});
