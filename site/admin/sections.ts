import type { OperationName } from '#content/contract/operations.ts';

interface Screen {
  readonly kind: string;
  readonly path: string;
  readonly label: string;
  /** The call whose answers it shows, where not every host has them: a desktop keeps no journal, and nobody signs in to it. */
  readonly needs?: OperationName;
}

/** The screens of the menu, in its order; what each shows is in app.tsx. */
export const SCREENS = [
  { kind: 'posts', path: '/admin', label: 'Articles' },
  { kind: 'images', path: '/admin/images', label: 'Images' },
  { kind: 'settings', path: '/admin/reglages', label: 'Réglages' },
  { kind: 'journal', path: '/admin/journal', label: 'Journal', needs: 'listAuditEvents' },
  { kind: 'problems', path: '/admin/problemes', label: 'Problèmes' },
  { kind: 'bin', path: '/admin/corbeille', label: 'Corbeille' },
] as const satisfies readonly Screen[];

type ScreenKind = (typeof SCREENS)[number]['kind'];

/** What an address of the admin leads to (docs/product.md, Addresses). */
export type Section =
  | { readonly kind: 'post'; readonly id: string | null }
  | { readonly kind: 'history'; readonly id: string }
  | { readonly kind: 'settings'; readonly tab: SettingsTab }
  | { readonly kind: Exclude<ScreenKind, 'settings'> | 'unknown' };

/** The last part of the address of each tab of « Réglages ». */
const SETTINGS_TABS = {
  site: '',
  capacity: '/disponibilite',
  account: '/compte',
  sessions: '/sessions',
  applications: '/applications',
  machine: '/cet-ordinateur',
} as const;

export type SettingsTab = keyof typeof SETTINGS_TABS;

export const PATHS = { posts: '/admin', newPost: '/admin/articles/nouveau' } as const;

/** Where a tab of « Réglages » is. */
export function settingsPath(tab: SettingsTab): string {
  return `/admin/reglages${SETTINGS_TABS[tab]}`;
}

/** Where a post is edited. */
export function postPath(id: string): string {
  return `/admin/articles/${id}`;
}

/** Where its versions are. */
export function historyPath(id: string): string {
  return `${postPath(id)}/historique`;
}

/** Whether a host answers what a section shows. */
export function isOffered(kind: Section['kind'], offers: ReadonlySet<OperationName>): boolean {
  const screen: Screen | undefined = SCREENS.find((one) => one.kind === kind);
  return screen?.needs === undefined || offers.has(screen.needs);
}

const POST = /^\/admin\/articles\/([0-9a-f-]{36})(\/historique)?$/;

/** The section at an address. */
export function sectionAt(path: string): Section {
  const trimmed = path.replace(/\/+$/, '');
  if (trimmed === PATHS.newPost) return { kind: 'post', id: null };
  if (trimmed === '/admin/articles') return { kind: 'posts' };
  const tab = settingsTabAt(trimmed);
  if (tab !== undefined) return { kind: 'settings', tab };
  const screen = SCREENS.find((one) => one.path === trimmed);
  if (screen !== undefined && screen.kind !== 'settings') return { kind: screen.kind };
  const [, id, history] = POST.exec(trimmed) ?? [];
  if (id !== undefined) return history === undefined ? { kind: 'post', id } : { kind: 'history', id };
  // The desktop's window starts at a file's address.
  return trimmed.startsWith('/admin/') ? { kind: 'unknown' } : { kind: 'posts' };
}

function settingsTabAt(path: string): SettingsTab | undefined {
  return (['site', 'capacity', 'account', 'sessions', 'applications', 'machine'] as const).find(
    (tab) => settingsPath(tab) === path,
  );
}
