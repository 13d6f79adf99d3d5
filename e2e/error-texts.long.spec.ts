import type { Page } from '@playwright/test';
import { fillSignIn } from './administrator.ts';
import { expect, test } from './fixtures.ts';
import { openAdmin } from './office.ts';
import { pictureFile } from './pictures.ts';

test.use({
  expectedErrors: [/status of (?:401|5\d\d)|ERR_CONNECTION_REFUSED/],
  reducedMotion: 'no-preference',
});

const SENTENCE = 'Le serveur dit pourquoi.';
const BAD_GATEWAY = '<html><head><title>502 Bad Gateway</title></head><body>Bad Gateway</body></html>';

const OURS = { status: 503, contentType: 'application/json', body: `{"error":"${SENTENCE}"}` };

const ONE_POST = /\/api\/admin\/posts\/[0-9a-f-]{36}/;

/** What may stand between a page and the server: no sentence to show is in any. */
const WORDLESS = [
  { status: 502, contentType: 'text/html', body: BAD_GATEWAY },
  { status: 502, contentType: 'text/plain', body: '' },
  { status: 500, contentType: 'application/json', body: '{}' },
  { status: 500, contentType: 'application/json', body: '{"error":{"message":"x"}}' },
];

interface Answer {
  readonly answer: (typeof WORDLESS)[number];
  readonly hasSentence: boolean;
}

/** A proxy's page, then the server's own answer: what is shown changes from one to the next. */
const TWO: readonly Answer[] = WORDLESS.slice(0, 1).flatMap((answer) => [
  { answer, hasSentence: false },
  { answer: OURS, hasSentence: true },
]);

/**
 * The same with each wordless answer: for one screen of each way to ask, since a way reads the answers of all its screens
 * (site/admin/api/http-transport.test.ts).
 */
const ALL: readonly Answer[] = WORDLESS.flatMap((answer) => [
  { answer, hasSentence: false },
  { answer: OURS, hasSentence: true },
]);

interface Screen {
  readonly calls: string | RegExp;
  readonly press: string;
  /** What is shown, word for word, of an answer with this reason. */
  readonly shown: (reason: string, status: number) => string;
  /** The reason where the answer gives none. */
  readonly otherwise: string;
  /** {@link TWO} unless it says otherwise. */
  readonly answers?: readonly Answer[];
}

/** Answers each call of a screen in each way, and reads what the screen makes of it. */
async function tryEach(
  page: Page,
  { calls, shown, otherwise, answers = TWO }: Screen,
  act: (tries: number) => Promise<void>,
) {
  for (const [tries, { hasSentence, answer }] of answers.entries()) {
    await page.unrouteAll();
    await page.route(calls, (route) => route.fulfill(answer));
    await act(tries);
    const reason = hasSentence ? SENTENCE : otherwise;
    await expect(page.getByText(shown(reason, answer.status), { exact: true }).first()).toBeVisible();
    await expect(page.getByText(/Bad Gateway|[{}<>]/)).toHaveCount(0);
  }
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}

const alone = (reason: string): string => reason;
/** What failed, and the reason where the answer gives one. */
const after = (failed: string) => ({
  shown: (reason: string): string => (reason === '' ? failed : `${failed}\u00a0: ${reason}`),
  otherwise: '',
});
const PAGES: readonly (readonly [string, Screen])[] = [
  [
    '/init-data',
    {
      calls: '**/api/init-posts',
      press: 'Initialiser les articles',
      shown: alone,
      otherwise: "Erreur lors de l'initialisation",
      answers: ALL,
    },
  ],
  [
    '/fix-images',
    {
      calls: '**/api/fix-images',
      press: 'Corriger les chemins d’images',
      shown: alone,
      otherwise: 'Erreur lors de la correction',
    },
  ],
  [
    '/fix-ironman-production',
    {
      calls: '**/api/fix-ironman-production',
      press: 'Corriger l’article',
      shown: alone,
      otherwise: 'Erreur lors de la correction',
    },
  ],
];

test('pages that mend articles show the server’s sentence or their own', async ({ page }) => {
  for (const [path, screen] of PAGES) {
    await test.step(path, async () => {
      await page.goto(path);
      await tryEach(page, screen, (tries) => press(page, tries === 0 ? screen.press : 'Réessayer'));
    });
  }
});

test('/direct-fix says what it could not read, and with which status it could not save', async ({ page }) => {
  const failed = "Impossible de récupérer l'article existant";
  const reading: Screen = {
    calls: '**/api/posts/*',
    press: 'Corriger l’article maintenant',
    shown: (reason) => (reason === '' ? failed : `${failed} : ${reason}`),
    otherwise: '',
  };
  await page.goto('/direct-fix');
  await tryEach(page, reading, (tries) => press(page, tries === 0 ? reading.press : 'Réessayer'));
  await tryEach(
    page,
    {
      ...reading,
      calls: '**/api/admin/posts/*',
      shown: (reason, status) => `Erreur ${status}: ${reason}`,
      otherwise: 'Erreur inconnue',
    },
    () => press(page, 'Réessayer'),
  );
});

test('/test-object-storage shows the server’s sentence or its own', async ({ page }) => {
  await page.goto('/test-object-storage');
  await page.getByLabel('Image', { exact: true }).setInputFiles(await pictureFile('pont.jpg'));
  const screen = {
    calls: '**/api/admin/upload',
    press: 'Envoyer',
    shown: alone,
    otherwise: 'Erreur inconnue',
    answers: ALL,
  };
  await tryEach(page, screen, () => press(page, screen.press));
});

test('signing in and out show the server’s sentence or their own', async ({
  page,
  context,
  newSite,
  desks,
}) => {
  await page.goto(`${newSite.origin}/auth`);
  await page.getByLabel('Code à usage unique').fill('AAAA-AAAA-AAAA-AAAA');
  await page.getByLabel('Nom d’utilisateur').fill('claire');
  await page.getByLabel('Mot de passe').fill('quatre tasses sur la table');
  const register: Screen = {
    calls: '**/api/register',
    press: 'Créer le compte',
    shown: alone,
    otherwise: 'Registration failed',
  };
  await tryEach(page, register, () => press(page, register.press));

  await page.unrouteAll();
  await openAdmin(page, desks);
  const logout: Screen = {
    calls: '**/api/logout',
    press: 'Déconnexion',
    shown: alone,
    otherwise: 'Logout failed',
  };
  await tryEach(page, logout, () => press(page, logout.press));

  await page.unrouteAll();
  await context.clearCookies();
  await page.goto(`${desks.origin}/auth`);
  const login: Screen = {
    calls: '**/api/login',
    press: 'Se connecter',
    shown: alone,
    otherwise: 'Login failed',
  };
  await tryEach(page, login, () => fillSignIn(page));
});

test('toasts of articles say what failed, and the server’s sentence', async ({ page, site }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await openAdmin(page, site);
  const row = page.getByRole('row').filter({ hasText: 'Ironman' });
  for (const [name, failed] of [
    ['Dépublier', "Impossible de modifier l'article"],
    ['Dupliquer', "Impossible de créer l'article"],
    ['Supprimer', "Impossible de supprimer l'article"],
  ] as const) {
    const screen = { calls: ONE_POST, press: name, ...after(failed) };
    await tryEach(page, screen, () => row.getByRole('button', { name }).click());
  }

  await page.unrouteAll();
  await page.goto(`${site.origin}/test-upload`);
  for (const [name, calls, failed] of [
    ['Créer un article de test', '**/api/admin/posts', "Impossible de créer l'article"],
    ['Modifier le premier article', ONE_POST, "Impossible de modifier l'article"],
  ] as const) {
    const screen = { calls, press: name, ...after(failed) };
    await tryEach(page, screen, () => press(page, name));
  }
});

test('/upload-debug tells the status, and the server’s sentence or its own', async ({ page, desks }) => {
  await openAdmin(page, desks, '/upload-debug');
  await page.getByLabel('Fichier de test').setInputFiles(await pictureFile('pont.jpg'));
  for (const [calls, answers] of [
    ['**/api/objects/upload', TWO],
    [/\/api\/objects\/[0-9a-f-]{36}\?/, ALL],
    ['**/api/objects/finalize', TWO],
  ] as const) {
    for (const { hasSentence, answer } of answers) {
      await page.unrouteAll();
      await page.route(calls, (route) => route.fulfill(answer));
      await press(page, 'Lancer le diagnostic');
      const reason = hasSentence ? SENTENCE : 'Erreur inconnue';
      await expect(page.getByRole('log')).toContainText(`Erreur : ${answer.status}: ${reason}`);
      await expect(page.getByRole('log')).not.toContainText(/Bad Gateway|[{}<>]/);
    }
  }
});
