// Takes the pictures of README.md and docs/guide.fr.md from the built product: npm run pictures
import { mkdir } from 'node:fs/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { LAUNCH_OPTIONS } from './browser.ts';
import { exportFile } from './export-file.ts';
import prepareSites, { startOffice } from './office.ts';
import { ARTICLE } from './pages.ts';
import { PICTURES_FOLDER, savePicture } from './save-picture.ts';

const MAX_BYTES = 350 * 1024;

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Pixels of the picture for one of the page. */
  readonly scale: number;
  /** What is opened on the page before. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const DESK = { viewport: { width: 1280, height: 800 }, scale: 1 };
const TALL_DESK = { viewport: { width: 1280, height: 1000 }, scale: 1 };

const PICTURES: readonly Picture[] = [
  { name: 'home.png', path: '/', ...DESK },
  { name: 'article-phone.png', path: ARTICLE, viewport: { width: 390, height: 844 }, scale: 2 },
];

/** Taken by the administrator. */
const OFFICE_PICTURES: readonly Picture[] = [
  {
    name: 'articles.png',
    path: '/admin',
    ...DESK,
    prepare: (page) => page.getByRole('row').nth(4).waitFor(),
  },
  { name: 'editor.png', path: '/admin', ...TALL_DESK, prepare: openArticle },
  {
    name: 'preview.png',
    path: '/admin',
    ...TALL_DESK,
    prepare: async (page) => {
      await openArticle(page);
      await page.getByRole('button', { name: 'Aperçu', exact: true }).click();
      await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'images.png',
    path: '/admin/images',
    ...DESK,
    prepare: (page) => page.getByText(/^9 images/).waitFor(),
  },
  {
    name: 'settings.png',
    path: '/admin/reglages',
    ...DESK,
    prepare: (page) => page.getByLabel('Nom du site').waitFor(),
  },
  {
    name: 'import-plan.png',
    path: '/admin/reglages/importer',
    ...TALL_DESK,
    prepare: async (page) => {
      await page.getByLabel('Fichiers de l’export').setInputFiles(exportFile());
      await page.getByText('Notes pour un livre').waitFor();
    },
  },
];

/** The name the pictures show; it is nobody's. */
const AUTHOR = 'Antoine Delvaure';

await mkdir(PICTURES_FOLDER, { recursive: true });
const forgetPrepared = await prepareSites();
const site = await startOffice('full');
const browser = await chromium.launch(LAUNCH_OPTIONS);
try {
  for (const picture of PICTURES) await take(picture, null);
  const session = await openSession();
  for (const picture of OFFICE_PICTURES) await take(picture, session);
} finally {
  await browser.close();
  await site.stop();
  forgetPrepared();
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

async function openSession(): Promise<Session> {
  const context = await browser.newContext({ baseURL: site.origin });
  await context.addCookies(site.cookies);
  await context.request.patch('/api/account', { data: { displayName: AUTHOR, email: '' } });
  const session = await context.storageState();
  await context.close();
  return session;
}

async function openArticle(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Fixer ses prix/ }).click();
  await page.getByLabel('Titre', { exact: true }).waitFor();
}

async function take(
  { name, path, viewport, scale, prepare }: Picture,
  session: Session | null,
): Promise<void> {
  const page = await browser.newPage({
    viewport,
    deviceScaleFactor: scale,
    locale: 'fr-FR',
    reducedMotion: 'reduce',
    ...(session === null ? {} : { storageState: session }),
  });
  await page.goto(site.origin + path);
  // Fonts are there from the second page on (site/styles/fonts.css).
  await page.reload();
  await prepare?.(page);
  await page.waitForLoadState('networkidle');
  await savePicture(page, name, MAX_BYTES);
  await page.close();
}
