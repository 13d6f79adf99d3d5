import type { RunningApp } from '#desktop/testing/electron-app.ts';
import { expect, startWithArticle, test } from './app.ts';

/** Calls the program from the page, as any script in it could. */
function invoke({ page }: RunningApp, name: unknown, input: unknown): Promise<unknown> {
  return page.evaluate(
    (asked) => (window as unknown as { invoke(...words: unknown[]): Promise<unknown> }).invoke(...asked),
    [name, input],
  );
}

const refusal = (code: string) => ({ ok: false, error: expect.objectContaining({ code }) as unknown });

test('the window has one door to the program, which takes what is in its table from its own page alone', async ({
  desktop,
}) => {
  const app = await desktop.start();
  await test.step('isolated, sandboxed, without Node; the system grants it nothing', () => expectClosed(app));
  await test.step('one function more than any page, and only our files', () => expectOneFunction(app));
  await test.step('what is not in the table or does not fit its row is refused', () => expectRefusals(app));
  await test.step('a frame of its own origin or of another has no door', () => expectNoDoorInFrames(app));
  await test.step('no window opens and no page is left', () => expectToStay(app));
});

test('a hostile article reaches nothing from the preview', async ({ desktop }) => {
  const app = await startWithArticle(desktop, 'piege', HOSTILE);
  const { page } = app;
  await page
    .getByRole('link', { name: 'Piège' })
    .or(page.getByRole('button', { name: 'Piège' }))
    .first()
    .click();
  await page.getByRole('button', { name: 'Aperçu', exact: true }).click();
  const preview = page.frameLocator('iframe[title="Aperçu de l’article"]');
  await expect(preview.getByText('Après le piège')).toBeVisible();
  expect(await page.title()).not.toBe('atteint');
  expect(await preview.locator('script, iframe, object, embed, form').count()).toBe(0);
  const frame = page.frames().find((candidate) => candidate !== page.mainFrame());
  expect(
    await frame?.evaluate(() =>
      ['invoke', 'require', 'process', '__invoke'].filter((name) => name in window),
    ),
  ).toEqual([]);
  expect(app.effects().filter(({ kind }) => kind !== 'window')).toEqual([]);
});

async function expectClosed(app: RunningApp): Promise<void> {
  const [window] = (await app.tell('window-options')) as { readonly webPreferences: object }[];
  expect(window?.webPreferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    spellcheck: true,
    allowRunningInsecureContent: false,
    navigateOnDragDrop: false,
  });
  const own = 'app://encrier/admin';
  for (const permission of [
    'media',
    'geolocation',
    'notifications',
    'midi',
    'openExternal',
    'clipboard-read',
  ])
    expect(await app.tell('ask-permission', { url: own, permission })).toEqual({
      request: false,
      check: false,
    });
  const copying = { permission: 'clipboard-sanitized-write' };
  expect(await app.tell('ask-permission', { url: own, ...copying })).toEqual({ request: true, check: true });
  expect(await app.tell('ask-permission', { url: 'https://exemple.fr/admin', ...copying })).toEqual({
    request: false,
    check: false,
  });
  for (const url of ['https://exemple.fr/', 'http://127.0.0.1:1/', 'file:///etc/passwd', 'ws://exemple.fr/'])
    expect(await app.tell('may-request', url), url).toBe(false);
  expect(await app.tell('theme')).toBe('dark');
  expect(await app.tell('spelling')).toEqual({ languages: ['fr-FR'], isEnabled: true });
  expect(await app.tell('begin-download', {})).toBe(false);
}

async function expectOneFunction({ page }: RunningApp): Promise<void> {
  const answer = await page.reload();
  expect(answer?.headers()['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'nonce-[\w+/=]{24}'; img-src 'self' data: blob:; font-src 'self'; connect-src 'none'; frame-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  const names = await page.evaluate(() => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const usual = new Set(Object.getOwnPropertyNames(frame.contentWindow));
    frame.remove();
    const own = Object.getOwnPropertyNames(window).filter((name) => !usual.has(name) && !/^\d+$/.test(name));
    // Left there by the tests' own tool, and by the scripts of the page.
    return own.filter((name) => !/^__(?:playwright|reactRouter|zod)/.test(name));
  });
  expect(names).toEqual(['invoke']);
  expect(await page.evaluate(() => [typeof window.invoke, ...Reflect.ownKeys(window.invoke).sort()])).toEqual(
    ['function', 'length', 'name'],
  );
  expect(await page.evaluate(() => Object.getOwnPropertyDescriptor(window, 'invoke'))).toMatchObject({
    writable: false,
    configurable: false,
  });
}

async function expectRefusals(app: RunningApp): Promise<void> {
  for (const name of [
    'unknown',
    '__proto__',
    'constructor',
    'toString',
    'login',
    'getUser',
    'exportAll',
    7,
    null,
  ])
    expect(await invoke(app, name, {}), String(name)).toMatchObject(refusal('not-found'));
  expect(await invoke(app, 'getPostTable', {})).toMatchObject(refusal('starting'));
  for (const input of [
    null,
    'text',
    { id: '../../etc/passwd', starter: 'full', author: { name: 'A', email: '' } },
    {},
  ])
    expect(await invoke(app, 'openFolder', input)).toMatchObject(refusal('invalid'));
  const big = { id: 'x'.repeat(1_000_000), starter: 'full', author: { name: 'A', email: '' } };
  expect(await invoke(app, 'openFolder', big)).toMatchObject(refusal('invalid'));
  const unsent = (input: string) =>
    app.page.evaluate(async (kind) => {
      try {
        return await window.invoke('getStart', kind === 'function' ? () => 1 : window);
      } catch {
        return 'not sent';
      }
    }, input);
  expect([await unsent('function'), await unsent('window')]).toEqual(['not sent', 'not sent']);
  for (const url of [
    'https://exemple.fr/admin',
    'app://autre/admin',
    'app://encrier/assets/x.js',
    'about:blank',
  ])
    expect(await app.tell('invoke-as', { url, name: 'getStart', input: {} }), url).toMatchObject(
      refusal('forbidden'),
    );
  // The very address is not enough: it has to be the main frame of our window.
  const asFrame = { url: 'app://encrier/admin', name: 'getStart', input: {} };
  expect(await app.tell('invoke-as', asFrame)).toMatchObject(refusal('forbidden'));
  expect(await invoke(app, 'getStart', {})).toMatchObject({ ok: true });
}

async function expectNoDoorInFrames({ page }: RunningApp): Promise<void> {
  const found = await page.evaluate(async () => {
    const frames = ['<p>', '<p>', '<p>'].map(() => document.createElement('iframe'));
    const [same, apart, other] = frames;
    apart?.setAttribute('sandbox', 'allow-scripts');
    if (apart) apart.srcdoc = '<p>ailleurs</p>';
    if (other) other.src = 'https://exemple.fr/cadre';
    same?.setAttribute('name', 'ici');
    const loaded = frames.map((frame) => new Promise((resolve) => frame.addEventListener('load', resolve)));
    document.body.append(...frames);
    await Promise.all(loaded);
    return frames.length;
  });
  expect(found).toBe(3);
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  expect(frames).toHaveLength(3);
  const seen = await Promise.all(
    frames.map((frame) =>
      frame.evaluate(() => {
        const names = ['invoke', '__invoke', 'require', 'process'].filter((name) => name in window);
        const reach = () => {
          try {
            return typeof Reflect.get(window.parent, 'invoke');
          } catch {
            return 'refused';
          }
        };
        return { names, reach: window.origin === 'https://encrier.app.test' ? 'same' : reach() };
      }),
    ),
  );
  expect(seen.map(({ names }) => names)).toEqual([[], [], []]);
  expect(seen.map(({ reach }) => reach).sort()).toEqual(['refused', 'refused', 'same']);
}

/** Links to the outside go to the browser. */
async function expectToStay(app: RunningApp): Promise<void> {
  const { page } = app;
  const here = page.url();
  // Again until it is seen: the stand-in's Chromium may ask for a window's page before it can be told of it.
  await expect(async () => {
    await page.evaluate(() => window.open('https://exemple.fr/fenetre'));
    await expect
      .poll(() => app.effects(), { timeout: 2000 })
      .toContainEqual({ kind: 'opened-outside', url: 'https://exemple.fr/fenetre' });
  }).toPass();
  for (const address of ['https://exemple.fr/page', 'mailto:claire@exemple.fr'])
    await page.evaluate((to) => window.location.assign(to), address);
  await expect
    .poll(() => app.effects())
    .toContainEqual({
      kind: 'refused-navigation',
      url: 'https://exemple.fr/page',
    });
  await page.evaluate(() => window.open('file:///etc/passwd'));
  await page.evaluate(() => window.open('javascript:document.title = "atteint"'));
  expect(page.url()).toBe(here);
  expect(
    app
      .effects()
      .filter(({ kind }) => kind === 'opened-outside')
      .map((effect) => 'url' in effect && effect.url),
  ).not.toContain('file:///etc/passwd');
  // Electron makes no window that is refused; the stand-in's Chromium may keep one a while, on its own error page.
  const others = page
    .context()
    .pages()
    .filter((other) => other !== page);
  for (const other of others) expect(other.url()).toMatch(/^(?:about:blank|chrome-error:.*)$/);
}

const HOSTILE = `---
id: 11111111-2222-4333-8444-555555555555
title: Piège
---
<script>parent.document.title = 'atteint'; parent.invoke('getStart', {})</script>
<img src=x onerror="parent.document.title = 'atteint'">
<iframe src="https://exemple.fr/cadre"></iframe>
<a href="javascript:parent.document.title='atteint'">lien</a>
<form action="https://exemple.fr/"><input></form>

![image](https://exemple.fr/pixel.png)

Après le piège.
`;
