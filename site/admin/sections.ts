import type { OperationName } from '#content/contract/operations.ts';

/** The addresses of the admin (docs/product.md, Addresses). */
export type Section =
  | { readonly kind: 'post'; readonly id: string | null }
  | { readonly kind: 'history'; readonly id: string }
  | { readonly kind: 'settings'; readonly tab: SettingsTab }
  | { readonly kind: 'posts' | 'images' | 'journal' | 'problems' | 'bin' | 'unknown' };

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

export const PATHS = {
  posts: '/admin',
  newPost: '/admin/articles/nouveau',
  images: '/admin/images',
  settings: '/admin/reglages',
  journal: '/admin/journal',
  problems: '/admin/problemes',
  bin: '/admin/corbeille',
} as const;

/** Where a tab of « Réglages » is. */
export function settingsPath(tab: SettingsTab): string {
  return `${PATHS.settings}${SETTINGS_TABS[tab]}`;
}

/** Where a post is edited. */
export function postPath(id: string): string {
  return `/admin/articles/${id}`;
}

/** Where its versions are. */
export function historyPath(id: string): string {
  return `${postPath(id)}/historique`;
}

/** Whether a host answers what a section shows: a desktop keeps no journal, and nobody signs in to it. */
export function isOffered(kind: Section['kind'], offers: ReadonlySet<OperationName>): boolean {
  return kind !== 'journal' || offers.has('listAuditEvents');
}

const POST = /^\/admin\/articles\/([0-9a-f-]{36})(\/historique)?$/;

/** The section at an address. */
export function sectionAt(path: string): Section {
  const trimmed = path.replace(/\/+$/, '');
  switch (trimmed) {
    case '/admin/articles':
    case PATHS.posts:
      return { kind: 'posts' };
    case PATHS.newPost:
      return { kind: 'post', id: null };
    case PATHS.images:
      return { kind: 'images' };
    case PATHS.journal:
      return { kind: 'journal' };
    case PATHS.problems:
      return { kind: 'problems' };
    case PATHS.bin:
      return { kind: 'bin' };
    default:
      break;
  }
  const tab = settingsTabAt(trimmed);
  if (tab !== undefined) return { kind: 'settings', tab };
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
