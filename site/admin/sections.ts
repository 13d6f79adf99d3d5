import { offeredScreens, SCREENS, type ScreenKind } from '#content/contract/admin-screens.ts';
import type { CallName } from '#content/contract/operations.ts';

/** What an address of the admin leads to (docs/product.md, Addresses). */
export type Section =
  /** Without an id a new article, or a new page. */
  | { readonly kind: 'post'; readonly id: string | null; readonly isPage?: true }
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
  import: '/importer',
  machine: '/cet-ordinateur',
} as const;

export type SettingsTab = keyof typeof SETTINGS_TABS;

export const PATHS = {
  posts: '/admin',
  newPost: '/admin/articles/nouveau',
  newPage: '/admin/pages/nouvelle',
} as const;

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
export function isOffered(kind: Section['kind'], offers: ReadonlySet<CallName>): boolean {
  return !SCREENS.some((one) => one.kind === kind) || offeredScreens(offers).some((one) => one.kind === kind);
}

const POST = /^\/admin\/articles\/([0-9a-f-]{36})(\/historique)?$/;

export function sectionAt(path: string): Section {
  const trimmed = path.replace(/\/+$/, '');
  if (trimmed === PATHS.newPost) return { kind: 'post', id: null };
  if (trimmed === PATHS.newPage) return { kind: 'post', id: null, isPage: true };
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
  return (['site', 'capacity', 'account', 'sessions', 'applications', 'import', 'machine'] as const).find(
    (tab) => settingsPath(tab) === path,
  );
}
