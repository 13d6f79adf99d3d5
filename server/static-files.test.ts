import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { listen } from './http-server.ts';
import { staticFiles } from './static-files.ts';
import { ask } from './testing/exchange.ts';

let folder: TemporaryFolder;
let port: number;
let close: () => void;
beforeEach(async () => {
  folder = createTemporaryFolder();
  mkdirSync(join(folder.path, 'assets'));
  for (const name of ['assets/a.js', 'assets/b.js', 'plain.css', '.secret.txt', 'page.html']) {
    writeFileSync(join(folder.path, name), `text of ${name}`);
  }
  const server = createServer(express().use(staticFiles(folder.path)));
  port = await listen(server, { port: 0, host: '127.0.0.1' });
  close = () => server.close();
});
afterEach(() => {
  close();
  folder.remove();
});

describe('staticFiles', () => {
  it('keeps what was read, and outlives a build that takes the rest away', async () => {
    expect((await ask(port, '/assets/a.js')).text).toBe('text of assets/a.js');
    rmSync(join(folder.path, 'assets'), { recursive: true });
    expect((await ask(port, '/assets/b.js')).status).toBe(404);
    expect((await ask(port, '/assets/a.js')).text).toBe('text of assets/a.js');
    mkdirSync(join(folder.path, 'assets'));
    writeFileSync(join(folder.path, 'assets/b.js'), 'again');
    expect((await ask(port, '/assets/b.js')).text).toBe('again');
  });

  it('serves the kinds of files a site has, and no hidden one', async () => {
    const statuses = ['/plain.css', '/.secret.txt', '/page.html', '/assets', '/assets/', '/plain.css/'].map(
      async (target) => (await ask(port, target)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 404, 404, 404, 404, 404]);
  });

  it('sends the plain form where the build made no other', async () => {
    const { headers, text } = await ask(port, '/plain.css', { headers: { 'Accept-Encoding': 'br, gzip' } });
    expect([headers['content-encoding'], text]).toEqual([undefined, 'text of plain.css']);
  });

  it('ignores ranges, even those that end before they start', async () => {
    for (const Range of ['bytes=5-2', 'bytes=-3', 'bytes=x', 'bytes=0-0']) {
      const { status, text } = await ask(port, '/plain.css', { headers: { Range } });
      expect([status, text]).toEqual([200, 'text of plain.css']);
    }
  });
});
