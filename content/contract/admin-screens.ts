import type { CallName } from './operations.ts';

interface AdminScreen {
  readonly kind: string;
  readonly path: string;
  readonly label: string;
  /** The call whose answers it shows, where not every host has them: a desktop keeps no audit log, and nobody signs in to it. */
  readonly needs?: CallName;
}

/** The screens that the menus of the admin lead to, in their order; what each shows is in site/admin/app.tsx. */
export const SCREENS = [
  { kind: 'posts', path: '/admin', label: 'Articles' },
  { kind: 'images', path: '/admin/images', label: 'Images' },
  { kind: 'settings', path: '/admin/reglages', label: 'Réglages' },
  { kind: 'audit', path: '/admin/journal', label: 'Journal', needs: 'listAuditEvents' },
  { kind: 'problems', path: '/admin/problemes', label: 'Problèmes' },
  { kind: 'bin', path: '/admin/corbeille', label: 'Corbeille' },
] as const satisfies readonly AdminScreen[];

export type ScreenKind = (typeof SCREENS)[number]['kind'];

/** Those whose calls a host answers. */
export function offeredScreens(offers: ReadonlySet<CallName>): readonly (typeof SCREENS)[number][] {
  return SCREENS.filter(({ needs }: AdminScreen) => needs === undefined || offers.has(needs));
}
