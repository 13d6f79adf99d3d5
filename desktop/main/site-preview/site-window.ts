import { BrowserWindow, type Session, session } from 'electron';
import { createOneAtATime } from '#content/git/concurrency.ts';
import { NIGHT } from '#content/model/colours.ts';
import { SITE_ORIGIN, SITE_SCHEME, type SiteWidth, siteTarget } from '#desktop/host/site-preview.ts';

interface SiteWindowOptions {
  readonly session: Session;
  /** Where the open form's article is to be read, else the home page. */
  readonly place: () => Promise<string>;
  readonly onError: (error: unknown) => void;
}

/** The address of the open form's article changed, as a title does that is being typed. */
interface Moved {
  readonly from: string;
  readonly to: string;
}

const SIZES = { wide: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } } as const;

/** The window of the previewed site: no preload, no script, no Node, a session of its own. */
export function createSiteWindow({ session, place, onError }: SiteWindowOptions) {
  let window: BrowserWindow | null = null;
  // A page made anew while another one is being loaded would take its place.
  const oneAtATime = createOneAtATime();

  function create(width: SiteWidth): BrowserWindow {
    const created = new BrowserWindow({
      ...SIZES[width],
      show: false,
      title: 'Votre site',
      backgroundColor: NIGHT,
      autoHideMenuBar: true,
      webPreferences: {
        session,
        javascript: false,
        sandbox: true,
        contextIsolation: true,
        webSecurity: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        allowRunningInsecureContent: false,
        spellcheck: false,
        webgl: false,
        devTools: false,
      },
    });
    created.once('ready-to-show', () => created.show());
    created.on('closed', () => {
      window = null;
    });
    return created;
  }

  async function open(width: SiteWidth): Promise<void> {
    const shown = window ?? create(width);
    if (window !== null) shown.setContentSize(SIZES[width].width, SIZES[width].height);
    window = shown;
    await shown.loadURL(SITE_ORIGIN + (await place()));
    shown.focus();
  }

  async function moveOrReload(shown: BrowserWindow, moved: Moved | null): Promise<void> {
    const isThere = moved !== null && siteTarget(shown.webContents.getURL()) === moved.from;
    if (isThere && moved.from !== moved.to) await shown.loadURL(SITE_ORIGIN + moved.to).catch(onError);
    else shown.webContents.reload();
  }

  return {
    isOpen: (): boolean => window !== null,
    open: (width: SiteWidth): Promise<void> => oneAtATime(() => open(width)),
    /** Shows what changed, at the place the reader is at; `moved` when the page shown has another address now. */
    refresh(moved: Moved | null = null): void {
      void oneAtATime(async () => {
        if (window !== null) await moveOrReload(window, moved);
      });
    },
    close: () => window?.close(),
  };
}

export type SiteWindow = ReturnType<typeof createSiteWindow>;

/** In memory only, and apart from the window's: neither scheme is known on the other side. */
const PARTITION = 'site-preview';
const OWN_SCHEMES = new Set([`${SITE_SCHEME}:`, 'data:']);

/** The session of the previewed site: no permission, no download, and nothing is fetched but the site itself. */
export function createSiteSession(): Session {
  const own = session.fromPartition(PARTITION);
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  own.setPermissionCheckHandler(() => false);
  own.setDevicePermissionHandler(() => false);
  own.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !OWN_SCHEMES.has(new URL(details.url).protocol) });
  });
  own.setSpellCheckerEnabled(false); // Else it would fetch a dictionary.
  own.on('will-download', (event) => event.preventDefault());
  return own;
}
