import { mkdirSync } from 'node:fs';
import { createContentHistory } from '#content/testing/content-history.ts';
import { type LoopbackRemote, startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import { postText, SETTINGS } from '#content/testing/posts.ts';
import { git } from '#content/testing/temporary-repository.ts';
import { ADMINISTRATOR } from '../administrator.ts';
import { expect, test } from './app.ts';
import { copyFromSite } from './copying.ts';

const PASSWORD = 'un-mot-de-passe-d-application';
let remote: LoopbackRemote;
let head: string;
test.beforeEach(async () => {
  remote = await startLoopbackRemote({
    credentials: { username: ADMINISTRATOR.username, password: PASSWORD },
  });
  const history = createContentHistory();
  const names = Array.from({ length: 40 }, (_, at) => `posts/2026/p-${at}.md`);
  const posts = names.map((name, at) => [name, postText(at, `Article ${at}`)] as const);
  head = history.commit({ ...SETTINGS, ...Object.fromEntries(posts) });
  history.git(['push', '--quiet', remote.gitDir, 'main']);
  history.remove();
});
test.afterEach(() => remote.stop());

test('a copy that is stopped, cut or killed is gone on with', async ({ desktop }) => {
  const folder = desktop.folder('Articles');
  mkdirSync(folder);
  const app = await desktop.start();
  const { page } = app;
  const wanted = { address: remote.url, password: PASSWORD };
  await page.getByRole('button', { name: 'Copier depuis mon site Encrier' }).click();
  remote.fail({ kind: 'silence' });
  await copyFromSite(app, { ...wanted, folder });
  await expect(page.getByRole('status')).toHaveText('Connexion');
  await expect(page.getByLabel('Adresse de votre site')).toBeHidden();
  await page.getByRole('button', { name: 'Arrêter la copie' }).click();
  await expect(page.getByText('La copie a été arrêtée.')).toBeVisible();
  await expect(page.getByLabel('Mot de passe d’application')).toHaveValue(PASSWORD);

  remote.fail({ kind: 'cut-fetch' });
  await page.getByRole('button', { name: 'Reprendre la copie' }).click();
  await expect(page.getByRole('alert')).toHaveText(/ne répond pas|incomplet ou abîmé/);

  remote.fail({ kind: 'redirect', to: 'http://127.0.0.2:1' });
  await page.getByRole('button', { name: 'Copier les articles' }).click();
  await expect(page.getByRole('alert')).toContainText('n’a pas reçu votre mot de passe');

  remote.fail({ kind: 'silence' });
  await page.getByRole('button', { name: 'Copier les articles' }).click();
  await expect(page.getByRole('status')).toHaveText('Connexion');
  // The copy runs in the program: a page that is loaded again shows it.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Arrêter la copie' })).toBeVisible();
  await app.kill();

  const again = await desktop.start();
  await again.page.getByRole('button', { name: 'Copier depuis mon site Encrier' }).click();
  await copyFromSite(again, { ...wanted, folder });
  await expect(again.page.getByRole('button', { name: 'Nouveau' })).toBeVisible();
  expect({
    head: git(['rev-parse', 'HEAD'], { cwd: folder }),
    status: git(['status', '--porcelain'], { cwd: folder }),
    fsck: git(['fsck', '--full', '--strict', '--no-dangling'], { cwd: folder }),
  }).toEqual({ head, status: '', fsck: '' });
});
