import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import { SESSION_LINES } from './administrator.ts';
import { test as base, closePages, expect } from './fixtures.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Checkout {
  readonly origin: string;
  /** Writes a source file anew, with one text in the place of another. */
  edit(file: string, from: string, to: string): void;
}

/** `npm run dev` on a copy of the sources: these are changed. */
const test = base.extend<{ readonly checkout: Checkout }>({
  checkout: async ({ context }, use) => {
    const copy = createTemporaryFolder();
    for (const name of [
      'content',
      'scripts',
      'server',
      'site',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
    ])
      cpSync(join(ROOT, name), join(copy.path, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(copy.path, 'node_modules'), 'dir');
    const child = spawn(process.execPath, ['scripts/with-node.mjs', 'scripts/dev.mjs'], {
      cwd: copy.path,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        PORT: '0',
        LOG_LEVEL: 'error',
      },
    });
    const exited = once(child, 'exit');
    const ended = exited.then(() => Promise.reject(new Error('It ended before it was ready.')));
    const [{ origin }] = (await Promise.race([once(child, 'message'), ended])) as [
      { readonly origin: string },
    ];
    await use({
      origin,
      edit: (file, from, to) => {
        const path = join(copy.path, file);
        const text = readFileSync(path, 'utf8');
        expect(text).toContain(from);
        writeFileSync(path, text.replace(from, to));
      },
    });
    await closePages(context);
    child.kill('SIGTERM');
    await exited;
    copy.remove();
  },
});

test.use({ expectedErrors: [SESSION_LINES] });

/** Hundreds of modules are compiled as they are asked for, on a machine that has other tests to run. */
const SLOWLY = { timeout: 380_000 };
test.setTimeout(4 * SLOWLY.timeout);

/** Resolves when a page that is being loaded hears of changes. */
function listening(page: Page): Promise<unknown> {
  return page.waitForEvent('console', (message) => message.text() === '[vite] connected.');
}

test('pages, the admin and the server are those of the sources, and follow what changes in these', async ({
  page,
  request,
  checkout,
}) => {
  const { origin, edit } = checkout;
  const opened = listening(page);
  await page.goto(origin);
  await expect(page.getByRole('link', { name: 'Tous les articles' })).toBeVisible(SLOWLY);
  await opened;

  const reloaded = listening(page);
  edit('site/ui/home-view.tsx', '{FRENCH.latestAll}', '{FRENCH.latestAll} et davantage');
  await expect(page.getByRole('link', { name: 'Tous les articles et davantage' })).toBeVisible(SLOWLY);
  await reloaded;

  edit('site/styles/base.css', 'body {', 'body { outline: 3px solid rgb(1 2 3);');
  await expect(page.locator('body')).toHaveCSS('outline-color', 'rgb(1, 2, 3)', SLOWLY);

  await page.goto(`${origin}/auth`);
  await expect(page.getByLabel('Nom d’utilisateur')).toBeVisible(SLOWLY);

  await page.goto('about:blank'); // A page that is open would say that its server is gone.
  expect((await request.get(origin)).headers()['referrer-policy']).toBe('strict-origin-when-cross-origin');
  edit('server/middleware/security-headers.ts', "'strict-origin-when-cross-origin'", "'same-origin'");
  await expect
    .poll(async () => (await request.get(origin).catch(() => null))?.headers()['referrer-policy'], SLOWLY)
    .toBe('same-origin');
});
