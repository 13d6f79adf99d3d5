import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import type { StarterKind } from '#content/git/starter.ts';
import { createTemporaryFolder, git } from '#content/testing/temporary-repository.ts';
import { startContent } from '#desktop/main/content-folder.ts';
import type { RunningApp } from '#desktop/testing/electron-app.ts';
import { startApp } from '#desktop/testing/running-app.ts';

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

const CLAIRE = { name: 'Claire Dubois', email: 'claire@exemple.fr' };
const STARTER = fileURLToPath(new URL('../../content/starter', import.meta.url));

/** Fills in whose name and address the versions carry. */
export async function signAs(page: Page): Promise<void> {
  await page.getByLabel('Votre nom').fill(CLAIRE.name);
  await page.getByLabel('Votre adresse e-mail (pour signer vos modifications)').fill(CLAIRE.email);
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

/** Makes a new site in a folder of this test's own, which the settings name, as the first run leaves them. */
export async function prepareSite(desktop: Desktop, starter: StarterKind = 'empty') {
  const folder = desktop.folder('Articles');
  const settings = join(desktop.folder('settings'), 'settings.json');
  for (const path of [folder, desktop.folder('settings')]) mkdirSync(path);
  await startContent(folder, { starter, starterFolder: STARTER, author: CLAIRE });
  git(['reset', '--quiet', '--hard'], { cwd: folder }); // The files, which the app writes when it opens the folder.
  writeFileSync(settings, JSON.stringify({ folder, author: CLAIRE }));
  return { folder, settings };
}

/** Starts the app on a new site, without the screen of the first run, which first-run.spec.ts goes through. */
export async function startNewSite(desktop: Desktop, starter: StarterKind = 'empty') {
  const { folder } = await prepareSite(desktop, starter);
  const app = await desktop.start();
  await expect(app.page.getByRole('button', { name: 'Nouveau' })).toBeVisible();
  return { folder, app, page: app.page };
}

/** Starts the app on a new site to which another program committed an article. */
export async function startWithArticle(desktop: Desktop, slug: string, file: string): Promise<RunningApp> {
  const { folder } = await prepareSite(desktop);
  mkdirSync(join(folder, 'posts/2026'), { recursive: true });
  writeFileSync(join(folder, `posts/2026/${slug}.md`), file);
  git(['add', '-A'], { cwd: folder });
  git(['-c', 'user.name=X', '-c', 'user.email=x@exemple.fr', 'commit', '-qm', 'Ajouter'], { cwd: folder });
  return desktop.start();
}
