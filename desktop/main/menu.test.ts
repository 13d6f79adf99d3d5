import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { createAppMenu } from './menu.ts';

const built = vi.hoisted((): { menu: readonly MenuItemConstructorOptions[] } => ({ menu: [] }));
vi.mock('electron', () => ({
  app: {},
  dialog: {},
  shell: {},
  Menu: {
    buildFromTemplate: (items: readonly MenuItemConstructorOptions[]) => items,
    setApplicationMenu: (items: readonly MenuItemConstructorOptions[]) => {
      built.menu = items;
    },
  },
}));

/** Installs the menu over a window that notes what it is told; answers its entries, by title. */
function install() {
  const told: unknown[] = [];
  const window = {
    own: () => null,
    open: () => Promise.resolve(),
    clear: () => Promise.resolve(true),
    show: (page: string | null) => void told.push(page),
    zoom: (step: -1 | 0 | 1) => void told.push(step),
  };
  const siteWindow = {
    isOpen: () => false,
    open: () => Promise.resolve(),
    refresh: () => undefined,
    close: () => undefined,
  };
  const desk = { folder: () => null, leave: () => Promise.resolve() };
  const onError = (error: unknown) => void told.push(error);
  createAppMenu({ window, siteWindow, onError, desk: desk as never }).install(); // the menu asks these two alone
  const entries = built.menu.flatMap(({ submenu = [] }) => (Array.isArray(submenu) ? submenu : []));
  const click = (label: string) =>
    entries.find((entry) => entry.label === label)?.click?.({} as never, undefined, {}); // Electron's own arguments, which nobody reads
  return { told, entries, click };
}

describe('createAppMenu', () => {
  it('has its titles and shortcuts, in French', () => {
    const { entries } = install();
    expect(built.menu.map(({ label }) => label)).toEqual([
      ...['Fichier', 'Édition', 'Affichage', 'Aller', 'Fenêtre', 'Aide'],
    ]);
    const shortcuts = entries.flatMap(({ label, accelerator }) =>
      accelerator ? [[accelerator, label]] : [],
    );
    expect(Object.fromEntries(shortcuts)).toEqual({
      'CmdOrCtrl+N': 'Nouvel article',
      'CmdOrCtrl+Q': 'Quitter Encrier',
      'CmdOrCtrl+Shift+S': 'Voir le site',
      'CmdOrCtrl+Plus': 'Agrandir',
      'CmdOrCtrl+=': 'Agrandir',
      'CmdOrCtrl+-': 'Réduire',
      'CmdOrCtrl+0': 'Taille normale',
      'CmdOrCtrl+1': 'Articles',
      'CmdOrCtrl+2': 'Images',
      'CmdOrCtrl+3': 'Réglages',
      'CmdOrCtrl+4': 'Problèmes',
      'CmdOrCtrl+5': 'Corbeille',
    });
    expect(shortcuts).toHaveLength(12);
  });

  it('gives every entry a French title, those of the system too', () => {
    const { entries } = install();
    const untitled = entries.filter(({ type, label }) => type !== 'separator' && label === undefined);
    expect(untitled).toEqual([]);
  });

  it('leads where it says, and makes everything larger or smaller', () => {
    const { told, click } = install();
    for (const label of [
      'Nouvel article',
      'Nouvelle page',
      'Corbeille',
      'Agrandir',
      'Réduire',
      'Taille normale',
    ])
      click(label);
    expect(told).toEqual(['/admin/articles/nouveau', '/admin/pages/nouvelle', '/admin/corbeille', 1, -1, 0]);
  });
});
