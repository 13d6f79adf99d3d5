import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBlindApp } from '#desktop/testing/blind-app.ts';
import { expect, test } from './app.ts';

/** Starts without a browser, looks at the window, does something, and quits. */
async function once(userData: string, act: (tell: Tell) => Promise<void>): Promise<unknown> {
  const app = startBlindApp({ userData });
  await app.ready;
  const seen = await app.tell('window-state');
  await act(app.tell);
  expect(await app.quit()).toBe(0);
  return seen;
}
type Tell = ReturnType<typeof startBlindApp>['tell'];

const nothing = () => Promise.resolve();
const IN_THE_MIDDLE = { x: 320, y: 110, width: 1280, height: 860 };
const ON_THE_SECOND = { x: 2000, y: 40, width: 1700, height: 1000 };
const TWO = [
  { workArea: { x: 0, y: 0, width: 1440, height: 900 } },
  { workArea: { x: 1440, y: 0, width: 2560, height: 1440 } },
];

/** Makes a site in a folder, and lets go of it. */
async function makeSite(userData: string, folder: string): Promise<void> {
  mkdirSync(folder);
  const { ready, tell, host, quit } = startBlindApp({ userData });
  await ready;
  await tell('choose-next', folder);
  const chosen = await host.chooseFolder({});
  const author = { name: 'Claire Dubois', email: 'claire@exemple.fr' };
  await host.openFolder({ id: chosen?.id ?? '', starter: 'empty', author });
  await quit();
}

/** The file that holds what was read of the articles before. */
function snapshotIn(userData: string): string {
  const [folder = ''] = readdirSync(join(userData, 'content'));
  return join(userData, 'content', folder, 'snapshot');
}

test('the window comes back where it was, on screen where its display is gone, as large as it was zoomed', async ({
  desktop,
}) => {
  const userData = desktop.folder('settings');
  mkdirSync(userData);
  const displays = join(userData, 'displays.json');
  const settings = join(userData, 'settings.json');
  writeFileSync(settings, '{ "window": { "x": 12, "y"'); // Torn.
  const first = await once(userData, async (tell) => {
    for (const label of ['Agrandir', 'Agrandir', 'Réduire', 'Agrandir'])
      await tell('click-menu', ['Affichage', label]);
  });
  expect(first).toEqual({ bounds: IN_THE_MIDDLE, isMaximized: false, zoom: 0 });

  writeFileSync(displays, JSON.stringify(TWO));
  await once(userData, async (tell) => {
    await tell('place-window', { bounds: ON_THE_SECOND, isMaximized: true });
  });
  expect(await once(userData, nothing)).toEqual({ bounds: ON_THE_SECOND, isMaximized: true, zoom: 1 });

  writeFileSync(displays, JSON.stringify(TWO.slice(0, 1)));
  const alone = await once(userData, (tell) =>
    tell('click-menu', ['Affichage', 'Taille normale']).then(nothing),
  );
  expect(alone).toEqual({
    bounds: { x: 0, y: 0, width: 1440, height: 900 },
    isMaximized: true,
    zoom: 1,
  });
});

test('a window keeps its place a moment after it moved, so that a crash does not forget it', async ({
  desktop,
}) => {
  const userData = desktop.folder('settings');
  const app = startBlindApp({ userData });
  await app.ready;
  const bounds = { x: 40, y: 60, width: 900, height: 700 };
  await app.tell('place-window', { bounds, isMaximized: true });
  const settings = join(userData, 'settings.json');
  await expect(() => {
    const { window } = JSON.parse(readFileSync(settings, 'utf8')) as { readonly window: unknown };
    expect(window).toEqual({ ...bounds, isMaximized: true });
  }).toPass();
  await app.kill();
  expect(await once(userData, nothing)).toMatchObject({ bounds, isMaximized: true });
});

test('the window opens while the articles are still being read', async ({ desktop }) => {
  const userData = desktop.folder('settings');
  await makeSite(userData, desktop.folder('articles'));
  const parsed = snapshotIn(userData);
  rmSync(parsed, { force: true });
  execFileSync('mkfifo', [parsed]); // Whoever reads it waits until somebody wrote.
  const app = startBlindApp({ userData });
  await app.opened;
  let isAnswered = false;
  const answered = app.host.getStart({}).then((start) => {
    isAnswered = true;
    return start;
  });
  expect(await app.tell('window-state')).toMatchObject({ zoom: 0 });
  expect(isAnswered).toBe(false);
  writeFileSync(parsed, '');
  expect(await answered).toMatchObject({ kind: 'open' });
  expect(await app.quit()).toBe(0);
});

test('an app that is started again while it ends starts once it has, with what was asked for last, and asks for no folder', async ({
  desktop,
}) => {
  const userData = desktop.folder('settings');
  await makeSite(userData, desktop.folder('articles'));
  const parsed = snapshotIn(userData);
  rmSync(parsed, { force: true });
  execFileSync('mkfifo', [parsed]); // Whoever reads it waits until somebody wrote: the end waits for the start.
  const app = startBlindApp({ userData });
  await app.opened;
  await app.tell('quit');
  const links = ['1', '2'].map((digit) => `encrier://post/${digit.repeat(8)}-0000-4000-8000-000000000000`);
  for (const link of links) await app.tell('second-instance', ['encrier', link]);
  await app.tell('second-instance', ['encrier']);
  writeFileSync(parsed, '');
  expect(await app.quit()).toBe(0);
  const effects = app.effects();
  expect(effects.map(({ kind }) => kind)).toEqual(['window', 'relaunch']);
  const args = effects.flatMap((effect) => (effect.kind === 'relaunch' ? effect.args : []));
  expect(args.filter((word) => word.startsWith('encrier:'))).toEqual(links.slice(1));
});

test('an app that is told twice to quit lets go of the folder first', async ({ desktop }) => {
  const [userData, folder] = [desktop.folder('settings'), desktop.folder('Articles')];
  await makeSite(userData, folder);
  const { ready, client, tell, quit } = startBlindApp({ userData });
  await ready;
  await client.createPost({ title: 'Dernier', slug: 'dernier', content: 'Texte.' });
  // The files of the folder follow a moment after the answer, under git's lock.
  tell('quit').catch(() => undefined);
  await quit();
  expect(existsSync(join(folder, '.git/index.lock'))).toBe(false);
  expect(existsSync(join(folder, `posts/${new Date().getFullYear()}/dernier.md`))).toBe(true);
});
