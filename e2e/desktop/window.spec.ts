import { mkdirSync, writeFileSync } from 'node:fs';
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
    ...{ isMaximized: true, zoom: 1 },
  });
});
