import { readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryOwner } from '#content/git/durable-fs.ts';
import { processIdentity } from '#content/git/processes.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { createPushAnswer, openPushReport } from './push-answer.ts';

const packet = (band: number, text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([
    Buffer.from((bytes.length + 5).toString(16).padStart(4, '0')),
    Buffer.of(band),
    bytes,
  ]);
};
const line = (text: string): string => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
const ID = 'c'.repeat(40);
const complaint = packet(
  2,
  `error: object ${ID}: badEmail: invalid author/committer line - bad email\nfatal: fsck error in packed object\n`,
);
const flush = Buffer.from('0000');
const failed = packet(
  1,
  `${line('unpack index-pack abnormal exit\n')}${line('ng refs/heads/main unpacker error\n')}0000`,
);
const accepted = packet(1, `${line('unpack ok\n')}${line('ok refs/heads/main\n')}0000`);

/** The answer that comes out when it goes in by pieces of this many bytes. */
function through(bytes: Buffer, size: number): Buffer {
  const answer = createPushAnswer();
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    answer.take(bytes.subarray(at * size, (at + 1) * size)),
  );
  return Buffer.concat([...pieces, answer.rest([], null)]);
}

describe('createPushAnswer', () => {
  it.each([1, 2, 3, 7, 64, 100_000])('says why before git’s report, in pieces of %i bytes', (size) => {
    const said = through(Buffer.concat([complaint, failed, flush]), size);
    const added = said.subarray(complaint.length, said.length - failed.length - flush.length);
    expect(said).toEqual(Buffer.concat([complaint, added, failed, flush]));
    expect([added.toString('latin1', 0, 4), added[4]]).toEqual([
      added.length.toString(16).padStart(4, '0'),
      2,
    ]);
    expect(added.toString()).toContain(`  - ${ID}\u00a0: auteur mal écrit (badEmail).`);
  });

  it('says what it can where git named no object', () => {
    const said = (talk: string) => through(Buffer.concat([packet(2, talk), failed, flush]), 1000).toString();
    expect(said('fatal: early EOF\n')).toContain('git n’a pas pu lire ou ranger ce qui est arrivé');
    expect(said('fatal: pack exceeds maximum allowed size\n')).toContain('1 Go au plus');
  });

  it.each([
    ['a push that is taken', Buffer.concat([packet(2, 'Merci.\n'), accepted, flush])],
    ['a report without bands', Buffer.from(`${line('unpack index-pack abnormal exit\n')}0000`)],
    ['what is no answer of git’s', Buffer.from('<html>zzzz unpack no</html>')],
    ['half a packet', complaint.subarray(0, 30)],
    ['nothing', Buffer.alloc(0)],
  ])('passes %s on as it is', (_what, bytes) => {
    for (const size of [1, 5, 1000]) expect(through(bytes, size)).toEqual(bytes);
  });
});

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
