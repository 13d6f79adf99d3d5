import { app, dialog, Menu, type MenuItemConstructorOptions, shell } from 'electron';
import { offeredScreens } from '#content/contract/admin-screens.ts';
import { OFFERED_NAMES } from '#desktop/host/operations.ts';
import type { SiteWidth } from '#desktop/host/site-preview.ts';
import type { Desk } from './desk.ts';
import type { SiteWindow } from './site-preview/site-window.ts';
import type { MainWindow } from './window.ts';

interface MenuOptions {
  readonly window: MainWindow;
  readonly siteWindow: SiteWindow;
  readonly desk: Desk;
  readonly onError: (error: unknown) => void;
}

type Item = MenuItemConstructorOptions;
const LINE: Item = { type: 'separator' };

/** The application menu, in French, with its shortcuts. */
export function createAppMenu(options: MenuOptions) {
  const build = () => Menu.buildFromTemplate(template(options));
  return {
    install: () => Menu.setApplicationMenu(build()),
    /** Where the system shows no menu bar: at a place of the window. */
    popup(at: { readonly x: number; readonly y: number }): void {
      const own = options.window.own();
      if (own !== null) build().popup({ ...at, window: own });
    },
  };
}

function template(options: MenuOptions): Item[] {
  return [fileMenu(options), EDIT, viewMenu(options), goMenu(options), WINDOW, HELP];
}

function fileMenu({ window, desk, onError }: MenuOptions): Item {
  const changeFolder = async () => {
    if (!(await window.clear())) return;
    try {
      await desk.leave();
    } finally {
      await window.open(null);
    }
  };
  const openFolder = async () => {
    const folder = desk.folder();
    if (folder !== null) await shell.openPath(folder);
  };
  return {
    label: 'Fichier',
    submenu: [
      {
        label: 'Nouvel article',
        accelerator: 'CmdOrCtrl+N',
        click: () => window.show('/admin/articles/nouveau'),
      },
      { label: 'Nouvelle page', click: () => window.show('/admin/pages/nouvelle') },
      LINE,
      { label: 'Ouvrir le dossier des articles', click: () => void openFolder().catch(onError) },
      { label: 'Changer de dossier…', click: () => void changeFolder().catch(onError) },
      LINE,
      { label: 'Quitter Encrier', role: 'quit', accelerator: 'CmdOrCtrl+Q' },
    ],
  };
}

const EDIT: Item = {
  label: 'Édition',
  submenu: [
    { label: 'Annuler', role: 'undo' },
    { label: 'Rétablir', role: 'redo' },
    LINE,
    { label: 'Couper', role: 'cut' },
    { label: 'Copier', role: 'copy' },
    { label: 'Coller', role: 'paste' },
    { label: 'Coller sans mise en forme', role: 'pasteAndMatchStyle' },
    { label: 'Tout sélectionner', role: 'selectAll' },
  ],
};

function viewMenu({ window, siteWindow, desk, onError }: MenuOptions): Item {
  const openSite = (width: SiteWidth) => {
    if (desk.folder() !== null) siteWindow.open(width).catch(onError);
  };
  return {
    label: 'Affichage',
    submenu: [
      { label: 'Voir le site', accelerator: 'CmdOrCtrl+Shift+S', click: () => openSite('wide') },
      { label: 'Voir le site en largeur de téléphone', click: () => openSite('phone') },
      LINE,
      { label: 'Agrandir', accelerator: 'CmdOrCtrl+Plus', click: () => window.zoom(1) },
      // « + » without the shift key, where it shares a key with « = ».
      { label: 'Agrandir', accelerator: 'CmdOrCtrl+=', click: () => window.zoom(1), visible: false },
      { label: 'Réduire', accelerator: 'CmdOrCtrl+-', click: () => window.zoom(-1) },
      { label: 'Taille normale', accelerator: 'CmdOrCtrl+0', click: () => window.zoom(0) },
      LINE,
      { label: 'Plein écran', role: 'togglefullscreen' },
      { label: 'Recharger la page', role: 'reload' },
    ],
  };
}

function goMenu({ window }: MenuOptions): Item {
  return {
    label: 'Aller',
    submenu: offeredScreens(OFFERED_NAMES).map(({ label, path }, index) => ({
      label,
      accelerator: `CmdOrCtrl+${index + 1}`,
      click: () => window.show(path),
    })),
  };
}

const WINDOW: Item = {
  label: 'Fenêtre',
  submenu: [
    { label: 'Mettre dans le Dock ou la barre des tâches', role: 'minimize' },
    { label: 'Fermer la fenêtre', role: 'close' },
  ],
};

const HELP: Item = {
  label: 'Aide',
  submenu: [
    {
      label: 'À propos d’Encrier',
      click: () =>
        void dialog.showMessageBox({
          message: `Encrier ${app.getVersion()}`,
          detail: 'Vos articles sont des fichiers Markdown, dans un dépôt git qui est à vous.',
          buttons: ['Fermer'],
        }),
    },
  ],
};
