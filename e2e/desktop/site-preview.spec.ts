import type { Page } from '@playwright/test';
import { git } from '#content/testing/temporary-repository.ts';
import type { RunningApp } from '#desktop/testing/electron-app.ts';
import { textField, titleField } from '../writing.ts';
import { expect, startNewSite, startWithArticle, test } from './app.ts';

test('the whole site is shown from the clone, follows the typing and leads from page to page', async ({
  desktop,
}) => {
  const { folder, app, page } = await startNewSite(desktop, 'full');
  await page.getByRole('button', { name: 'Voir le site', exact: true }).click();
  const site = await app.siteWindow();
  await expect(site.getByRole('heading', { level: 1 })).toBeVisible();
  await site.getByRole('link', { name: 'Blog' }).first().click();
  await expect(site).toHaveURL(/apercu\.site\.test\/blog$/);
  await site.locator('main a[href^="/blog/"]:not([href*="/categorie/"], [href*="/tag/"])').first().click();
  await expect(site).toHaveURL(/\/blog\/[a-z0-9-]+$/);
  // No script comes that would show it: it keeps no place.
  await expect(site.locator('.share .needs-script').first()).toHaveCSS('display', 'none');
  const cover = site.locator('.cover img');
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).not.toBe(0);

  await page.getByRole('button', { name: 'Nouveau' }).click();
  await titleField(page).fill('Un texte qui n’est pas enregistré');
  await textField(page).click();
  await page.keyboard.type('Première phrase.');
  await page.getByRole('button', { name: 'Voir le site en largeur de téléphone' }).click();
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('Un texte qui n’est pas enregistré');
  await expect(site.locator('html')).toHaveJSProperty('clientWidth', 390);
  await textField(page).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Et la suite.');
  await expect(site.locator('body')).toContainText('Première phrase. Et la suite.');
  expect(git(['status', '--porcelain'], { cwd: folder })).toBe('');

  await titleField(page).fill('Un autre titre');
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('Un autre titre');
  await page.getByRole('button', { name: 'Enregistrer : créer l’article' }).click();
  await page.getByRole('link', { name: 'Un autre titre' }).click();
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('Un autre titre');
  // A page that failed, or is not ready, has its style from here.
  const plain = await site.goto('https://apercu.site.test/plain.css');
  expect(plain?.headers()['content-type']).toBe('text/css; charset=utf-8');
  expect(app.effects().filter(({ kind }) => kind === 'blocked-request')).toEqual([]);
});

test('nothing is shown of a text that was left unsaved for another page', async ({ desktop }) => {
  const { app, page } = await startNewSite(desktop);
  await page.getByRole('button', { name: 'Nouveau' }).click();
  await titleField(page).fill('Un brouillon laissé');
  await app.tell('click-menu', ['Affichage', 'Voir le site']);
  const site = await app.siteWindow();
  await expect(site).toHaveURL(/\/blog\/un-brouillon-laisse$/);
  page.once('dialog', (dialog) => void dialog.accept());
  await app.tell('click-menu', ['Aller', 'Articles']);
  await expect(page.getByRole('button', { name: 'Nouveau' })).toBeVisible();
  await page.getByRole('button', { name: 'Voir le site', exact: true }).click();
  await expect(site).toHaveURL(/apercu\.site\.test\/$/);
});

test('a hostile article reaches nothing from the previewed site', async ({ desktop }) => {
  const app = await startWithArticle(desktop, 'piege', HOSTILE);
  await app.page.getByRole('button', { name: 'Voir le site', exact: true }).click();
  const site = await app.siteWindow();
  // The page that the window shows first would be asked for across the other.
  await expect(site.getByRole('heading', { level: 1 })).toBeVisible();
  const answer = await site.goto('https://apercu.site.test/blog/piege');
  expect(answer?.headers()['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox",
  );
  await expect(site.getByText('Après le piège')).toBeVisible();
  expect(await site.title()).not.toBe('atteint');
  expect(await site.locator('main :is(script, iframe, object, embed, form)').count()).toBe(0);
  const windows = (await app.tell('window-options')) as { readonly webPreferences: object }[];
  expect(windows[1]?.webPreferences).toEqual({
    javascript: false,
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    hasOwnSession: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    allowRunningInsecureContent: false,
    spellcheck: false,
    webgl: false,
    devTools: false,
  });
  for (const url of [
    'app://encrier/admin',
    'https://exemple.fr/',
    'http://127.0.0.1:1/',
    'file:///etc/passwd',
    'ws://exemple.fr/',
  ])
    expect(await app.tell('may-request', { url, partition: 'site-preview' }), url).toBe(false);
  for (const permission of [
    ...['media', 'display-capture', 'geolocation', 'notifications', 'clipboard-read'],
    ...['clipboard-sanitized-write', 'fullscreen', 'pointerLock', 'openExternal', 'midi', 'hid', 'usb'],
  ])
    expect(
      await app.tell('ask-permission', { url: 'site://apercu/', permission, partition: 'site-preview' }),
    ).toEqual({ request: false, check: false });
  // The very page of the site has no door to the program.
  for (const url of ['site://apercu/', 'site://apercu/admin', 'site://apercu/blog/piege'])
    expect(await app.tell('invoke-as', { url, name: 'getStart', input: {} })).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });
  await site.getByRole('link', { name: 'vers l’espace d’administration' }).click();
  await expect
    .poll(() => app.effects())
    .toContainEqual({
      kind: 'refused-navigation',
      url: 'app://encrier/admin',
    });
  expect(site.url()).toBe('https://apercu.site.test/blog/piege');
  expect(await app.tell('begin-download', { partition: 'site-preview' })).toBe(false);
  await tryEverything(app, site);
  await app.page.evaluate(() => window.location.assign('https://apercu.site.test/blog/piege'));
  await expect
    .poll(() => app.effects())
    .toContainEqual({
      kind: 'refused-navigation',
      url: 'site://apercu/blog/piege',
    });
});

/** What a script would try that had got into the page after all; run by the debugger, which the page's policy does not stop. */
async function tryEverything(app: RunningApp, site: Page): Promise<void> {
  const here = site.url();
  const before = app.effects().length;
  // At once: where scripts are off nothing that is waited for ever comes back.
  const found = await site.evaluate(() => {
    const ask = (url: string) => {
      const request = new XMLHttpRequest();
      try {
        request.open('GET', url, false);
        request.send();
        return `${request.status}`;
      } catch {
        return 'refused';
      }
    };
    const script = document.createElement('script');
    script.textContent = 'document.title = "atteint"';
    const image = Object.assign(new Image(), { src: 'https://exemple.fr/pixel.png?vol' });
    const frames = ['https://exemple.fr/', 'file:///etc/passwd', 'https://encrier.app.test/admin'].map(
      (src) => Object.assign(document.createElement('iframe'), { src }),
    );
    document.body.append(script, image, ...frames);
    return {
      names: ['invoke', '__invoke', 'require', 'process', 'electron'].filter((name) => name in window),
      isAlone: window.opener === null && window.top === window,
      title: document.title,
      asked: ['https://exemple.fr/vol', 'file:///etc/passwd', 'https://encrier.app.test/admin', '/blog'].map(
        ask,
      ),
    };
  });
  expect(found).toMatchObject({ names: [], isAlone: true });
  expect(found.asked).toEqual(['refused', 'refused', 'refused', 'refused']);
  expect(found.title).not.toBe('atteint');
  for (const frame of site.frames().filter((each) => each !== site.mainFrame()))
    expect(frame.url()).toMatch(/^(?:about:blank|chrome-error:.*|)$/);
  for (const address of ['file:///etc/passwd', 'https://encrier.app.test/admin/articles/nouveau'])
    await site.evaluate((to) => window.location.assign(to), address).catch(() => undefined);
  await expect
    .poll(() => app.effects().slice(before))
    .toContainEqual({ kind: 'refused-navigation', url: 'app://encrier/admin/articles/nouveau' });
  expect(site.url()).toBe(here);
  // The policy of the page stopped all else before it was even asked for.
  expect(
    app
      .effects()
      .slice(before)
      .filter(({ kind }) => kind !== 'refused-navigation'),
  ).toEqual([]);
}

const HOSTILE = `---
id: 11111111-2222-4333-8444-555555555555
title: Piège
published: 2026-01-02T03:04:05Z
isPublished: true
---
<script>document.title = 'atteint'; invoke('getStart', {}); fetch('https://exemple.fr/vol')</script>
<img src=x onerror="document.title = 'atteint'">
<img src="file:///etc/passwd"><img src="app://encrier/admin">
<iframe src="https://exemple.fr/cadre"></iframe><object data="file:///etc/passwd"></object>
<meta http-equiv="refresh" content="0; url=https://exemple.fr/">
<a href="javascript:document.title='atteint'">lien</a>
<form action="https://exemple.fr/"><input></form><base href="https://exemple.fr/">
<style>@import url('https://exemple.fr/vol.css');</style>

[vers l’espace d’administration](https://encrier.app.test/admin)

![image](https://exemple.fr/pixel.png)

Après le piège.
`;
