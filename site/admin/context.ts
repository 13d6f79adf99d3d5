import { createContext, type ReactNode, useContext } from 'react';
import type { AdminClient } from '#content/contract/client.ts';
import type { NewPost } from '#content/contract/fields.ts';
import type { ExportKind, ImportState } from '#content/contract/import-operations.ts';
import type { CallName } from '#content/contract/operations.ts';
import type { SignInGate } from './api/keep-session.ts';
import type { TextPlace } from './kept-texts/text-store.ts';

/** All that the admin is given: the desktop mounts it with a client of its own. */
export interface AdminHost {
  readonly client: AdminClient;
  /** Where calls wait whose session has ended: a sign-in dialog opens over the page, and they go on after it. Else they fail. */
  readonly signIn?: SignInGate | undefined;
  /** The calls that are answered here; what needs another one is not shown. */
  readonly offers: ReadonlySet<CallName>;
  /** The nonce of the page's style policy, for libraries that write style elements. */
  readonly nonce: string | undefined;
  /** Where what is typed is kept; in the browser unless said otherwise. */
  readonly texts?: TextPlace;
  readonly sitePreview?: SitePreview;
  /** Begins an import of files or a folder that the author chooses on this machine; null where they chose none. */
  readonly chooseExport?: (kind: ExportKind) => Promise<ImportState | null>;
  /** The tab « Cet ordinateur » of « Réglages ». */
  readonly machine?: ReactNode;
}

export const AdminContext = createContext<AdminHost | null>(null);

/** What the admin is given; only below an AdminProvider. */
export function useAdmin(): AdminHost {
  const host = useContext(AdminContext);
  if (host === null) throw new Error('useAdmin needs an AdminProvider above it.');
  return host;
}

/** Whether nothing that is saved goes to readers by itself: they see what was published and sent. */
export function useIsPublishedApart(): boolean {
  return useAdmin().offers.has('publishPosts');
}

/** What is said there of an act that does not wait for « Publier »; nothing where all that is saved is seen at once. */
export function useNextExchange(): string {
  return useIsPublishedApart() ? 'Le site en tiendra compte dès la prochaine synchronisation.' : '';
}

/** The text of a form that is open; `id` is null while its article was never saved. */
interface ShownText {
  readonly id: string | null;
  readonly post: NewPost;
}

/** The site as readers will see it, in a window of its own. */
export interface SitePreview {
  readonly open: (width: 'wide' | 'phone') => Promise<unknown>;
  /** Puts the text of the open form there; null once no form is open. Rejects what could not be saved. */
  readonly show: (text: ShownText | null) => Promise<unknown>;
}
