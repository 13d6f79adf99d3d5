import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { eventually } from '#content/testing/eventually.ts';
import { startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import { AUTHOR_ENV, signIn } from './testing/author.ts';
import { sessionCookie } from './testing/calls.ts';
import { ask } from './testing/exchange.ts';
import { plainPicture } from './testing/pictures.ts';
import { ROOT } from './testing/running-server.ts';

/** Five programs start, on a machine that may be busy. */
const LONGEST_MS = 180_000;

const hasNginx = spawnSync('nginx', ['-v']).status === 0;
const toClose: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const readySchema = z.object({ kind: z.literal('ready'), port: z.number() });

/** The built server as a process of its own. */
async function startProcess(env: Readonly<Record<string, string>>) {
  const data = createTemporaryFolder();
  const child = fork(join(ROOT, 'dist/server/main.js'), {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      DATA_DIR: data.path,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  toClose.push(async () => {
    await end(child, 'SIGTERM');
    data.remove();
  });
  const [message] = (await once(child, 'message')) as readonly unknown[];
  return { child, port: readySchema.parse(message).port };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** nginx with the very file of deploy/, only its addresses changed. */
async function startNginx(author: number, readers: readonly number[]) {
  const folder = createTemporaryFolder();
  const port = await freePort();
  const ports = [author, ...readers];
  const site = readFileSync(join(ROOT, 'deploy/nginx/encrier.conf'), 'utf8')
    .replace(/127\.0\.0\.1:300([0-3])/g, (_, number: string) => `127.0.0.1:${ports[Number(number)] ?? 0}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/var/cache/nginx-encrier', join(folder.path, 'cache'))
    .replace('/var/log/nginx/encrier.log', join(folder.path, 'access.log'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder.path, name)};`)
    .join('\n');
  // Started by root, workers would be somebody who may not look into our folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const main = `${user} daemon off; pid ${folder.path}/pid; error_log ${folder.path}/error.log;
events {}
http { ${temporary}
${site} }`;
  mkdirSync(join(folder.path, 'cache'));
  writeFileSync(join(folder.path, 'nginx.conf'), main);
  const args = [
    '-p',
    folder.path,
    '-c',
    join(folder.path, 'nginx.conf'),
    '-e',
    join(folder.path, 'error.log'),
  ];
  const child = spawn('nginx', args, { stdio: 'inherit' });
  toClose.push(async () => {
    await end(child, 'SIGTERM');
    folder.remove();
  });
  await eventually(
    () =>
      ask(port, '/').then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 200,
  );
  return { port, logged: () => readFileSync(join(folder.path, 'access.log'), 'utf8') };
}

/** One author, three readers, all on one upstream; nginx in front of them. */
async function startCluster(readerEnv: Readonly<Record<string, string>> = {}) {
  const upstream = await startLoopbackRemote();
  toClose.push(upstream.stop);
  const common = {
    CONTENT_REMOTE_URL: upstream.url,
    CONTENT_POLL_SECONDS: '1',
    TRUST_PROXY: 'true',
    PUBLIC_ORIGIN: 'https://www.exemple.fr',
  };
  const author = await startProcess({ ...common, ...AUTHOR_ENV, STARTER: 'full' });
  const reader = { ...common, ...readerEnv, ROLE: 'reader' };
  const readers = await Promise.all([startProcess(reader), startProcess(reader), startProcess(reader)]);
  const nginx = await startNginx(
    author.port,
    readers.map((one) => one.port),
  );
  return { author, readers, ...nginx };
}

describe.skipIf(!hasNginx)(
  'one author, three readers and nginx (skipped where nginx is not installed)',
  () => {
    it(
      'shows everywhere what is published, and loses no request to a reader that is killed',
      async () => {
        const { author, readers, port, logged } = await startCluster();
        const call = await signIn({ port });
        await call('POST', '/api/posts', {
          title: 'Publié partout',
          slug: 'publie-partout',
          content: 'Un texte.\n',
          isPublished: true,
        });
        for (const { port: own } of readers) {
          const { status } = await eventually(
            () => ask(own, '/blog/publie-partout'),
            (page) => page.status === 200,
          );
          expect(status).toBe(200);
        }
        const own = await Promise.all(readers.map((one) => ask(one.port, '/blog/publie-partout')));
        // One page, one ETag: what nginx keeps of one reader, another one confirms.
        expect(new Set(own.map(({ headers }) => headers.etag)).size).toBe(1);
        const page = await eventually(
          () => ask(port, '/blog/publie-partout'),
          ({ status }) => status === 200,
        );
        expect(page.text).toContain('Publié partout');
        const again = await ask(port, '/blog/publie-partout', {
          headers: { 'if-none-match': page.headers.etag ?? '' },
        });
        expect(again.status).toBe(304);
        expect((await ask(port, '/admin')).status).not.toBe(404);
        await ask(port, '/apercu/jeton-secret');
        await ask(port, '/api/objects/a-b?expires=1&signature=signature-secrete', { method: 'PUT' });
        // Nginx writes its line once it has answered.
        const lines = await eventually(logged, (text) => text.includes('"PUT /api/objects/'));
        expect(lines).toMatch(/"GET \/apercu\/\.\.\." [\s\S]*"PUT \/api\/objects\/\.\.\." /);
        expect(lines).not.toMatch(/jeton-secret|signature-secrete/);

        const statuses = new Map<number, number>();
        let asked = 0;
        const load = async (): Promise<void> => {
          while (asked < 900) {
            asked += 1;
            // Each address once: the cache has none of them, a reader answers.
            const { status, text } = await ask(port, `/blog/publie-partout?n=${asked}`);
            const told = text.includes('Publié partout') ? status : 0;
            statuses.set(told, (statuses.get(told) ?? 0) + 1);
            if (asked === 300) readers[1].child.kill('SIGKILL');
          }
        };
        await Promise.all(Array.from({ length: 8 }, load));
        expect(Object.fromEntries(statuses)).toEqual({ 200: asked });
        expect(readers[1].child.killed).toBe(true);
        expect(author.child.exitCode).toBeNull();
      },
      LONGEST_MS,
    );

    it(
      'shows what readers do not have: previews, their pictures, and the pages of the author',
      async () => {
        // They look once, at their start.
        const { author, port } = await startCluster({ CONTENT_POLL_SECONDS: '3600' });
        const call = await signIn({ port });
        const form = new FormData();
        form.set('image', new Blob([new Uint8Array(await plainPicture(900, 600))]), 'mer.png');
        const cookie = await sessionCookie({ get: (path, options) => ask(author.port, path, options) });
        const upload = { method: 'POST', headers: { cookie }, body: form };
        const uploaded = await fetch(`http://127.0.0.1:${port}/api/posts/upload-image`, upload);
        const { url: image } = z.object({ url: z.string() }).parse(await uploaded.json());
        const draft = { title: 'Secret', slug: 'secret', content: `![Mer](${image})` };
        const { id } = await call('POST', '/api/admin/posts', draft);
        const { url } = await call('POST', `/api/admin/posts/${String(id)}/previews`, { days: 3 });
        const preview = await ask(port, new URL(String(url)).pathname);
        const [variant = ''] = /\/images\/[0-9a-f]{40}\/[^" ]+\.webp/.exec(preview.text) ?? [];
        const own = [
          'init-data',
          'fix-images',
          'fix-ironman-production',
          'direct-fix',
          'test-object-storage',
        ];
        const targets = [image, variant, ...own.map((name) => `/${name}`)];
        const statuses = await Promise.all(
          targets.map(async (target) => [target, (await ask(port, target)).status] as const),
        );
        expect([preview.status, preview.text.includes('Secret')]).toEqual([200, true]);
        expect(statuses).toEqual(targets.map((target) => [target, 200]));
        expect((await ask(port, '/images/2026/rien.png')).status).toBe(404);

        const shown = await call('POST', '/api/posts', { ...draft, slug: 'public', isPublished: true });
        const live = async (from: number) =>
          z
            .object({ revision: z.string().nullable() })
            .parse(JSON.parse((await ask(from, `/api/live/${String(shown['id'])}`)).text)).revision;
        // « En ligne » is what readers have, not what their server was told.
        expect([await live(author.port), await live(port)]).toEqual([shown['revision'], null]);
      },
      LONGEST_MS,
    );
  },
);
