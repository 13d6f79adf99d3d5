import { offeredScreens, SCREENS, type ScreenKind } from '#content/contract/admin-screens.ts';
import type { CallName } from '#content/contract/operations.ts';

/** What an address of the admin leads to (docs/product.md, Addresses). */
export type Section =
  /** Without an id a new article, or a new page. */
  | { readonly kind: 'post'; readonly id: string | null; readonly isPage?: true }
  | { readonly kind: 'history'; readonly id: string }
  | { readonly kind: 'settings'; readonly tab: SettingsTab }
  | { readonly kind: Exclude<ScreenKind, 'settings'> | 'unknown' };

interface SettingsRow {
  readonly name: string;
  /** The last part of its address. */
  readonly end: string;
  readonly label: string;
  /** The call whose answers it shows; the last one is there where the host has what it shows. */
  readonly needs: CallName | null;
}

/** The tabs of « Réglages », in their order; what each shows is in settings/settings-panel.tsx. */
export const SETTINGS_TABS = [
  { name: 'site', end: '', label: 'Site', needs: 'getSite' },
  { name: 'capacity', end: '/disponibilite', label: 'Disponibilité', needs: 'getCapacitySettings' },
  { name: 'account', end: '/compte', label: 'Compte', needs: 'updateProfile' },
  { name: 'sessions', end: '/sessions', label: 'Sessions', needs: 'listSessions' },
  {
    name: 'applications',
    end: '/applications',
    label: 'Mots de passe d’application',
    needs: 'listApplicationPasswords',
  },
  { name: 'import', end: '/importer', label: 'Importer', needs: 'listImports' },
  { name: 'machine', end: '/cet-ordinateur', label: 'Cet ordinateur', needs: null },
] as const satisfies readonly SettingsRow[];

export type SettingsTab = (typeof SETTINGS_TABS)[number]['name'];

export const PATHS = {
  posts: '/admin',
  newPost: '/admin/articles/nouveau',
  newPage: '/admin/pages/nouvelle',
} as const;

const SETTINGS = '/admin/reglages';

/** Where a tab of « Réglages » is. */
export function settingsPath(tab: SettingsTab): string {
  return SETTINGS + (SETTINGS_TABS.find(({ name }) => name === tab)?.end ?? '');
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
  const tab = SETTINGS_TABS.find(({ end }) => SETTINGS + end === trimmed);
  if (tab !== undefined) return { kind: 'settings', tab: tab.name };
  const screen = SCREENS.find((one) => one.path === trimmed);
  if (screen !== undefined && screen.kind !== 'settings') return { kind: screen.kind };
  const [, id, history] = POST.exec(trimmed) ?? [];
  if (id !== undefined) return history === undefined ? { kind: 'post', id } : { kind: 'history', id };
  // The desktop's window starts at a file's address.
  return trimmed.startsWith('/admin/') ? { kind: 'unknown' } : { kind: 'posts' };
}
