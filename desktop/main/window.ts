import { BrowserWindow, dialog, Menu, screen } from 'electron';
import { IVORY, NIGHT } from '#content/model/colours.ts';
import { APP_ORIGIN, isOwnPage, START_PAGE } from '#desktop/host/address.ts';
import type { Settings, SettingsFile } from './settings.ts';
import { spellingMenu } from './spelling.ts';
import { keepPlace, placeOnDisplays } from './window-place.ts';

interface WindowOptions {
  readonly settings: SettingsFile;
  /** The built preload. */
  readonly preload: string;
  readonly onClosed: () => void;
  readonly onError: (error: unknown) => void;
}

const TITLE_BAR_HEIGHT = 40;
const SIZE = { width: 1280, height: 860 } as const;
const LEAST = { minWidth: 640, minHeight: 480 } as const;

/** What belongs to nobody. */
const EMPTY_PAGE = 'about:blank';

/** The one window: isolated, sandboxed, without Node; its place, size and zoom are those of the last time. */
export function createMainWindow({ settings, preload, onClosed, onError }: WindowOptions) {
  let window: BrowserWindow | null = null;

  function create(): BrowserWindow {
    const kept = visiblePlace(settings.get().window);
    const created = new BrowserWindow({
      ...SIZE,
      ...LEAST,
      ...kept,
      show: false,
      title: 'Encrier',
      backgroundColor: NIGHT,
      titleBarStyle: 'hidden',
      titleBarOverlay: { color: NIGHT, symbolColor: IVORY, height: TITLE_BAR_HEIGHT },
      webPreferences: {
        preload,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        spellcheck: true,
      },
    });
    if (settings.get().window?.isMaximized === true) created.maximize();
    created.once('ready-to-show', () => created.show());
    created.webContents.on('did-finish-load', () => created.webContents.setZoomLevel(settings.get().zoom));
    created.webContents.on('will-prevent-unload', (event) => {
      if (mayLeave(created)) event.preventDefault();
    });
    created.webContents.on('context-menu', (_event, params) => {
      const items = spellingMenu(params, created.webContents);
      if (items.length > 0) Menu.buildFromTemplate(items).popup({ window: created });
    });
    keepPlace(created, { settings, onError });
    created.on('closed', () => {
      window = null;
      onClosed();
    });
    return created;
  }

  async function open(page: string | null): Promise<void> {
    window ??= create();
    await window.loadURL(`${APP_ORIGIN}${page ?? START_PAGE}`);
  }

  return {
    own: () => window,
    open,
    /** Takes away what is shown, unless its author stays for what is not saved; whether it is gone. */
    async clear(): Promise<boolean> {
      await window?.loadURL(EMPTY_PAGE).catch(() => undefined); // Rejects for who stays.
      return window?.webContents.getURL() === EMPTY_PAGE;
    },
    /** Brings the window to the front, and leads to a page when one is asked for. */
    show(page: string | null): void {
      if (window === null || page !== null) open(page).catch(onError);
      if (window?.isMinimized() === true) window.restore();
      window?.focus();
    },
    /** Makes everything larger or smaller; 0 is the usual size. */
    zoom(step: -1 | 0 | 1): void {
      const contents = window?.webContents;
      if (contents === undefined || !isOwnPage(contents.getURL())) return;
      const zoom = step === 0 ? 0 : Math.max(-3, Math.min(5, contents.getZoomLevel() + step * 0.5));
      contents.setZoomLevel(zoom);
      settings.change({ zoom }).catch(onError);
    },
  };
}

export type MainWindow = ReturnType<typeof createMainWindow>;

function visiblePlace(place: Settings['window']) {
  if (place === null) return {};
  const all = screen.getAllDisplays().map(({ workArea }) => workArea);
  return placeOnDisplays(place, { all, primary: screen.getPrimaryDisplay().workArea });
}

/** Electron lets nobody wait here: the answer must be there when the event returns. */
function mayLeave(window: BrowserWindow): boolean {
  const answer = dialog.showMessageBoxSync(window, {
    type: 'question',
    // Of texts, settings, choices and pictures on their way alike: which of them stand is not known here.
    message: 'Ce qui est en cours n’est pas enregistré.',
    detail:
      'Le texte d’un article est gardé sur cet ordinateur et vous sera proposé de nouveau\u00a0; le reste serait perdu.',
    buttons: ['Rester', 'Quitter cette page'],
    defaultId: 0,
    cancelId: 0,
  });
  return answer === 1;
}
