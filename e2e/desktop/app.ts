import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import { type RunningApp, startApp } from '#desktop/testing/running-app.ts';

interface Desktop {
  /** A folder of this test's own; removed afterwards. */
  readonly folder: (name: string) => string;
  /** Starts the app on settings of this test's own; what ran before is quit first. */
  readonly start: (...words: readonly string[]) => Promise<RunningApp>;
  /** Kills what runs, and starts it anew on the same settings. */
  readonly crash: () => Promise<RunningApp>;
}

export const test = base.extend<{ readonly desktop: Desktop }>({
  desktop: async ({ browser }, use) => {
    const place = createTemporaryFolder();
    let running: RunningApp | null = null;
    const start = (words: readonly string[]) =>
      startApp({ userData: join(place.path, 'settings'), words, browser });
    const stop = async () => {
      const app = running;
      running = null;
      await app?.quit();
    };
    await use({
      folder: (name) => join(place.path, name),
      start: async (...words) => {
        await stop();
        running = await start(words);
        return running;
      },
      crash: async () => {
        await running?.kill();
        running = await start([]);
        return running;
      },
    });
    await stop();
    place.remove();
  },
});

export { expect };

/** Fills in whose name and address the versions carry. */
export async function signAs(page: Page): Promise<void> {
  await page.getByLabel('Votre nom').fill('Claire Dubois');
  await page.getByLabel('Votre adresse e-mail (pour signer vos modifications)').fill('claire@exemple.fr');
}

/** Makes a new site in a folder, through the first-run screen, with what is checked there besides. */
export async function createSite(
  { page, tell }: RunningApp,
  folder: string,
  ...checked: readonly string[]
): Promise<void> {
  await tell('choose-next', folder);
  await page.getByRole('button', { name: 'Ouvrir ou créer un dossier sur cet ordinateur' }).click();
  await signAs(page);
  for (const label of checked) await page.getByLabel(label).check();
  await page.getByRole('button', { name: 'Créer le site' }).click();
  await expect(page.getByRole('button', { name: 'Nouveau' })).toBeVisible();
}

/** Starts the app and makes a new site in a folder of this test's own, with what is checked there besides. */
export async function startNewSite(desktop: Desktop, ...checked: readonly string[]) {
  const folder = desktop.folder('Articles');
  mkdirSync(folder);
  const app = await desktop.start();
  await createSite(app, folder, ...checked);
  return { folder, app, page: app.page };
}
