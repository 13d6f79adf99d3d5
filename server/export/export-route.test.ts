import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { type Entry, fromBuffer } from 'yauzl';
import { objectId } from '#content/git/objects/object-id.ts';
import { createObjectStore, type ObjectStore } from '#content/git/objects/objects.ts';
import { createContentHistory, type HistoryFile } from '#content/testing/content-history.ts';
import { eventually } from '#content/testing/eventually.ts';
import { ask } from '../testing/exchange.ts';
import { exportRoute } from './export-route.ts';

const NOW = Date.parse('2026-11-20T23:30:00Z');
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

interface Setup {
  readonly port: number;
  /** How often an object was read. */
  readonly reads: () => number;
  readonly errors: readonly unknown[];
}

type HistoryFiles = Readonly<Record<string, HistoryFile>>;

interface Content {
  readonly damaged?: (id: string) => boolean;
  /** What the work branch changes. */
  readonly waits?: HistoryFiles;
  /** What is published since the two branches were last one. */
  readonly since?: HistoryFiles;
}

async function open(
  files: HistoryFiles,
  { damaged = () => false, waits, since }: Content = {},
): Promise<Setup> {
  const history = createContentHistory();
  const start = history.commit(files);
  const waiting = waits === undefined ? null : history.commit(waits);
  const commit = since === undefined ? start : history.commit(since, [start]);
  const objects = createObjectStore({ gitDir: history.path });
  let reads = 0;
  const errors: unknown[] = [];
  const counted: ObjectStore = {
    ...objects,
    read: (id) => {
      reads += 1;
      return objects.read(damaged(id) ? id.replace(/./g, 'f') : id);
    },
  };
  const app = express();
  const workspace = {
    objects: counted,
    clock: () => NOW,
    pending: { tip: () => Promise.resolve(waiting) },
    // The rest of a snapshot is not looked at.
    current: () =>
      Promise.resolve({ commit } as Awaited<ReturnType<Parameters<typeof exportRoute>[0]['current']>>),
  };
  app.get('/', exportRoute(workspace));
  app.use(
    ((error: unknown, _request, _response, _next) => void errors.push(error)) as express.ErrorRequestHandler,
  );
  const server: Server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(history.remove, objects.close, () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, reads: () => reads, errors };
}

/** The files of a zip, in its order; every checksum is checked on the way. */
function unzipped(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  return new Promise((resolve, reject) => {
    const files = new Map<string, Buffer>();
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error !== null) {
        reject(error);
        return;
      }
      zip.on('end', () => resolve(files)).on('error', reject);
      zip.on('entry', (entry: Entry) => {
        zip.openReadStream(entry, (failure, stream) => {
          if (failure !== null) {
            reject(failure);
            return;
          }
          const pieces: Buffer[] = [];
          stream.on('data', (piece: Buffer) => pieces.push(piece));
          stream.on('error', reject).on('end', () => {
            const whole = Buffer.concat(pieces);
            if (crc32(whole) !== entry.crc32) reject(new Error(`${entry.fileName} is damaged`));
            files.set(entry.fileName, whole);
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}

describe('GET /api/admin/export', () => {
  it('gives every file of the content as it is, and no other', async () => {
    const kept = {
      '.gitattributes': '* -text\n',
      'capacity.yml': 'currentMonth: T1 2026\r\n',
      'redirects.yml': '/blog/a: gone\n',
      'site.yml': 'brand: …\n',
      'images/2026/a.jpg': Buffer.from([0xff, 0xd8, 0, 1, 2, 0xff]),
      'images/vide.png': '',
      'posts/2025/é.md': '\ufeff---\r\ntitle: É\r\n---\r\n😀',
      'posts/cassé.md': '---\ntitle: "\n',
    };
    const { port } = await open({
      ...kept,
      'README.md': 'pas un contenu',
      'posts/lien.md': { mode: '120000', target: '../../etc/passwd' },
      'autre/x.md': 'x',
    });
    const { status, headers, bytes } = await ask(port, '/');
    expect([
      status,
      headers['content-type'],
      headers['content-disposition'],
      headers['cache-control'],
    ]).toEqual([200, 'application/zip', 'attachment; filename="encrier-2026-11-21.zip"', 'no-store']);
    expect(new Map([...(await unzipped(bytes))].sort())).toEqual(
      new Map(
        Object.entries(kept)
          .map(([path, text]) => [path, Buffer.from(text)] as const)
          .sort(),
      ),
    );
  });

  it('gives no name that unzipping would put elsewhere', async () => {
    const { port } = await open({
      'posts/a\\..\\..\\b.md': 'a',
      'posts/a_.._.._b.md': 'b',
      'posts/c:d.md': 'c',
    });
    const files = await unzipped((await ask(port, '/')).bytes);
    expect([...files.keys()].sort()).toEqual(['posts/a_.._.._b.md', 'posts/a_.._.._b.md_', 'posts/c_d.md']);
  });

  it('gives what waits too, beside what readers have of it', async () => {
    const published = { 'posts/a.md': 'en ligne', 'posts/b.md': 'b', 'site.yml': 'brand: …\n' };
    const waits = {
      'posts/a.md': 'en attente',
      'posts/2026/import.md': 'importé',
      'images/c.jpg': 'c',
      'site.yml': 'brand: !\n',
      'notes.txt': 'pas un contenu',
      'posts/b.md': null,
    };
    const { port } = await open(published, { waits });
    const files = await unzipped((await ask(port, '/')).bytes);
    const { 'notes.txt': _, 'posts/b.md': __, ...given } = waits;
    const expected = {
      ...published,
      ...Object.fromEntries(Object.entries(given).map(([path, text]) => [`en-attente/${path}`, text])),
    };
    expect(Object.fromEntries([...files].map(([name, bytes]) => [name, String(bytes)]))).toEqual(expected);
  });

  it('gives nothing as waiting that was published or deleted since, which would take it back', async () => {
    const start = { 'posts/a.md': 'avant', 'posts/b.md': 'b', 'images/c.jpg': 'c', 'site.yml': 'brand: …\n' };
    const { port } = await open(start, {
      waits: { 'posts/b.md': 'en attente', 'posts/d.md': 'publié' },
      since: {
        'posts/a.md': 'après',
        'posts/d.md': 'publié',
        'images/c.jpg': null,
        'site.yml': 'brand: !\n',
      },
    });
    const files = await unzipped((await ask(port, '/')).bytes);
    expect([...files.keys()].filter((name) => name.startsWith('en-attente/'))).toEqual([
      'en-attente/posts/b.md',
    ]);
  });

  it('names what is damaged of what waits, and gives the rest', async () => {
    const { port } = await open(
      { 'posts/a.md': 'a' },
      { damaged: isLost, waits: { 'posts/b.md': 'perdu', 'posts/c.md': 'c' } },
    );
    const files = await unzipped((await ask(port, '/')).bytes);
    expect([...files.keys()]).toEqual(['posts/a.md', 'en-attente/posts/c.md', 'FICHIERS-ILLISIBLES.txt']);
    expect(String(files.get('FICHIERS-ILLISIBLES.txt'))).toContain('en-attente/posts/b.md');
  });

  it('names what is damaged, and gives the rest', async () => {
    const { port } = await open({ 'posts/a.md': 'perdu', 'posts/b.md': 'gardé' }, { damaged: isLost });
    const files = await unzipped((await ask(port, '/')).bytes);
    expect([...files.keys()]).toEqual(['posts/b.md', 'FICHIERS-ILLISIBLES.txt']);
    expect(String(files.get('FICHIERS-ILLISIBLES.txt'))).toContain('posts/a.md');
  });

  it('reads no faster than it is taken, and stops when its reader goes away', async () => {
    const files = Array.from({ length: 2_000 }, (_, at) => {
      const bytes = Buffer.alloc(20_000, at);
      return [`images/${at}.jpg`, bytes] as const;
    });
    const { port, reads, errors } = await open(Object.fromEntries(files));
    const request = get({ host: '127.0.0.1', port });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const stalled = await eventually(reads, unchanged());
    response.destroy();
    const ended = await eventually(reads, unchanged());
    expect([stalled > 0, stalled < 1_500, ended < 1_600, errors]).toEqual([true, true, true, []]);
  });
});

function isLost(id: string): boolean {
  return id === objectId('blob', Buffer.from('perdu'));
}

/** Whether a number was the same forty times running. */
function unchanged(): (value: number) => boolean {
  let last = -1;
  let times = 0;
  return (value) => {
    times = value === last ? times + 1 : 0;
    last = value;
    return times >= 40;
  };
}
