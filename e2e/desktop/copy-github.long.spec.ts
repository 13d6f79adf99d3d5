import { mkdirSync } from 'node:fs';
import { startLoopbackGitHub } from '#content/testing/loopback-github.ts';
import { git } from '#content/testing/temporary-repository.ts';
import { expect, signAs, test } from './app.ts';
import { chooseFolder, filesHolding } from './copying.ts';

const TOKEN = 'ghp_jeton_tres_secret_42';
let there: Awaited<ReturnType<typeof startLoopbackGitHub>>;
test.beforeEach(async () => {
  there = await startLoopbackGitHub({ token: TOKEN });
  process.env['ENCRIER_GITHUB_API'] = there.api;
});
test.afterEach(async () => {
  delete process.env['ENCRIER_GITHUB_API'];
  await there.stop();
});

test('a repository of something else is refused; a new one begins with the starter, and is copied to another machine', async ({
  desktop,
}) => {
  addCode();
  const [first, second] = [desktop.folder('Un'), desktop.folder('Deux')];
  for (const folder of [first, second]) mkdirSync(folder);
  const app = await desktop.start();
  const { page } = app;
  const fill = async (token: string) => {
    await page.getByRole('button', { name: 'Copier depuis GitHub' }).click();
    await page.getByLabel('Jeton GitHub').fill(token);
    await page.getByRole('button', { name: 'Voir mes dépôts' }).click();
  };
  await fill('ghp_faux');
  await expect(page.getByRole('alert')).toContainText('GitHub refuse ce jeton');
  await page.getByRole('button', { name: 'Revenir au choix' }).click();
  await fill(TOKEN);
  await test.step('a repository of something else leaves its folder free', async () => {
    await signAs(page);
    await chooseFolder(app, first);
    await page.getByRole('button', { name: 'Copier les articles' }).click();
    await expect(page.getByRole('alert')).toContainText('ne contient pas de site Encrier');
  });
  await page.getByLabel('Dépôt', { exact: true }).selectOption('Un nouveau dépôt privé');
  await page.getByLabel('Nom du nouveau dépôt').fill('mon été');
  await page.getByLabel(/^Votre adresse e-mail/).fill('');
  await page.getByRole('button', { name: 'Copier les articles' }).click();
  await expect(page.getByRole('alert')).toHaveText('Il manque votre adresse e-mail.');
  await signAs(page);
  await page.getByRole('button', { name: 'Copier les articles' }).click();
  await expect(page.getByRole('alert')).toContainText('lettres sans accent');
  await page.getByLabel('Nom du nouveau dépôt').fill('mon-ete');
  await page.getByRole('button', { name: 'Copier les articles' }).click();
  await expect(page.getByRole('button', { name: 'Nouveau' })).toBeVisible();
  const head = git(['rev-parse', 'main'], { cwd: there.gitDirOf('mon-ete') });
  expect(git(['rev-parse', 'HEAD'], { cwd: first })).toBe(head);
  expect(git(['log', '--format=%an <%ae> %s'], { cwd: first })).toBe(
    'Claire Dubois <claire@exemple.fr> Créer le site, sans article',
  );

  await app.tell('click-menu', ['Fichier', 'Changer de dossier…']);
  await fill(TOKEN);
  await expect(page.getByLabel('Dépôt', { exact: true })).toHaveValue('claire/code'); // The first.
  await page.getByLabel('Dépôt', { exact: true }).selectOption('claire/mon-ete');
  await chooseFolder(app, second);
  await page.getByRole('button', { name: 'Copier les articles' }).click();
  await expect(page.getByRole('button', { name: 'Nouveau' })).toBeVisible();
  expect(git(['rev-parse', 'HEAD'], { cwd: second })).toBe(head);
  expect(git(['remote', 'get-url', 'origin'], { cwd: second })).toBe(`${there.api}/claire/mon-ete.git`);
  expect(
    filesHolding([first, second, desktop.folder('settings')], [TOKEN, `x-access-token:${TOKEN}`]),
  ).toEqual([]);
  expect(there.requests.filter(({ url }) => url.includes(TOKEN))).toEqual([]);
});

/** A repository of the account that holds no site. */
function addCode(): void {
  const code = there.add('code');
  const blob = git(['hash-object', '-w', '--stdin'], { cwd: code, input: 'x' });
  const tree = git(['mktree'], { cwd: code, input: `100644 blob ${blob}\tcode.js\n` });
  git(['update-ref', 'refs/heads/main', git(['commit-tree', tree, '-m', 'Code'], { cwd: code })], {
    cwd: code,
  });
}
