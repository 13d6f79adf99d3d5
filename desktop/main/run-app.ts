import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, dialog, nativeTheme, safeStorage, utilityProcess } from 'electron';
import type { ExportKind } from '#content/contract/import-operations.ts';
import { ENCRIER } from '#content/service/open-content.ts';
import { openFolder } from './content.ts';
import { createCredentials } from './credentials.ts';
import { createDesk } from './desk.ts';
import { createImageProcess } from './images.ts';
import { openDoor } from './ipc.ts';
import { createAppMenu } from './menu.ts';
import { notifications, tellRepairs, tellSetAside } from './notifications.ts';
import { servePages } from './protocol.ts';
import { openSettings, sweepSettingsFolder } from './settings.ts';
import type { Instance } from './single-instance.ts';
import { serveSite } from './site-preview/site-protocol.ts';
import { createSiteSession, createSiteWindow } from './site-preview/site-window.ts';
import { checkSpelling } from './spelling.ts';
import { createMainWindow } from './window.ts';

/** A company’s own GitHub has its API elsewhere. */
const GITHUB_API = process.env['ENCRIER_GITHUB_API'] ?? 'https://api.github.com';

/** The app from start to end, as a list of steps. */
export async function runApp(instance: Instance): Promise<void> {
  const built = join(app.getAppPath(), 'dist/desktop');
  const starterFolder = join(app.getAppPath(), 'content/starter');
  const userData = app.getPath('userData');
  const onError = (error: unknown) => console.error(error);
  const say = (sentence: string) => {
    onError(new Error(sentence));
    tellSetAside(sentence);
  };
  nativeTheme.themeSource = 'dark';

  const folders = {
    cachesDir: join(userData, 'content'),
    keptTextsDir: join(userData, 'texts'),
    importsDir: join(userData, 'imports'),
  };
  await sweepSettingsFolder(userData, folders.cachesDir).catch(onError);
  const settings = await openSettings(join(userData, 'settings.json'), say);
  checkSpelling(settings.get().spelling);
  const pictures = createImageProcess(() =>
    utilityProcess.fork(join(built, 'main/image-process.js'), [], { serviceName: 'Images' }),
  );
  const { images } = pictures;
  const secrets = join(userData, 'credentials.json');
  const credentials = createCredentials({ file: secrets, storage: safeStorage, onError });
  const markdownWorker = pathToFileURL(join(built, 'main/markdown-worker.js'));
  const exportWorker = pathToFileURL(join(built, 'main/export-worker.js'));
  const renderer = join(built, 'renderer');
  const siteSession = createSiteSession();
  const siteWindow = createSiteWindow({ session: siteSession, place: () => desk.sitePlace(), onError });
  const onShown = () => siteWindow.refresh();
  const author = () => settings.get().author ?? ENCRIER;
  const preload = join(built, 'preload/preload.cjs');
  const window = createMainWindow({ settings, preload, onClosed: siteWindow.close, onError });
  const desk = createDesk({
    settings,
    starterFolder,
    siteWindow,
    credentials,
    checkSpelling,
    githubApi: GITHUB_API,
    onError,
    openContent: (folder) =>
      openFolder({
        folder,
        ...folders,
        starterFolder,
        images,
        markdownWorker,
        exportWorker,
        author,
        onShown,
        onError,
        credentials: credentials.askFor,
        notifications,
        say,
      }),
    askForFolder: async () => (await askFor(window, FOLDER_DIALOG))[0] ?? null,
    askForExport: (kind) => askFor(window, EXPORT_DIALOGS[kind]),
    showMenu: (at) => menu.popup(at),
    onOpened: tellRepairs,
  });
  const menu = createAppMenu({ window, siteWindow, desk, onError });

  servePages({ renderer, image: desk.image, onError });
  serveSite({ session: siteSession, renderer, answer: desk.site, image: desk.image, onError });
  openDoor({ desk, window, onError });
  menu.install();
  desk.open();
  instance.onPage((page) => window.show(page));
  app.on('window-all-closed', () => app.quit());
  closeGently(async () => {
    // Nothing can be shown any more: who starts the app meanwhile has it once this one has ended.
    const asked: (string | null)[] = [];
    instance.onPage((_page, link) => asked.push(link));
    try {
      await settings.idle(); // The window's last place.
      await desk.close();
      pictures.close();
    } finally {
      if (asked.length > 0) instance.startAgain(asked.findLast((link) => link !== null) ?? null);
    }
  }, onError);
  followUpdates(onError);
  await window.open(instance.firstPage());
}

const FOLDER_DIALOG: Electron.OpenDialogOptions = {
  title: 'Le dossier de vos articles',
  buttonLabel: 'Choisir ce dossier',
  properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
};

/** Windows and Linux have no dialog for files and folders alike. */
const EXPORT_DIALOGS: Readonly<Record<ExportKind, Electron.OpenDialogOptions>> = {
  files: {
    title: 'L’export de votre ancien blog',
    buttonLabel: 'Lire cet export',
    properties: ['openFile', 'multiSelections'],
  },
  folder: {
    title: 'Le dossier de votre ancien blog',
    buttonLabel: 'Lire ce dossier',
    properties: ['openDirectory'],
  },
};

async function askFor(
  window: { readonly own: () => Electron.BrowserWindow | null },
  options: Electron.OpenDialogOptions,
): Promise<readonly string[]> {
  const own = window.own();
  const { canceled, filePaths } = await (own === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(own, options));
  return canceled ? [] : filePaths;
}

/** The program ends once the folder was let go of, however, and however often, it was asked to end. */
function closeGently(close: () => Promise<void>, onError: (error: unknown) => void): void {
  let isClosed = false;
  let closing: Promise<void> | null = null;
  app.on('will-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    closing ??= close()
      .catch(onError)
      .finally(() => {
        isClosed = true;
        app.quit();
      });
  });
}

/**
 * Follows the updates of an installed app, where its installer was built with an address for them (electron-builder.yml);
 * otherwise nothing is ever asked.
 */
function followUpdates(onError: (error: unknown) => void): void {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return;
  check().catch(onError);
}

async function check(): Promise<void> {
  const { autoUpdater } = await import('electron-updater');
  autoUpdater.autoInstallOnAppQuit = true;
  await autoUpdater.checkForUpdatesAndNotify({
    title: 'Une nouvelle version d’Encrier est prête',
    body: 'Elle sera installée quand vous quitterez Encrier.',
  });
}
