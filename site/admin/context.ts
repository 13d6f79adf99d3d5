import { createContext, useContext } from 'react';
import type { Client } from '#content/contract/client.ts';
import type { OperationName } from '#content/contract/operations.ts';
import type { DesktopHost } from './desktop-host.ts';

/** All that the admin is given: the desktop mounts it with a client and image addresses of its own. */
export interface AdminHost {
  readonly client: Client;
  /** The calls that are answered here; what needs another one is not shown. */
  readonly offers: ReadonlySet<OperationName>;
  /** Where to load an image from: the address a site's page would use → the address to show here. */
  readonly imageAddress: (siteAddress: string) => string;
  /** The nonce of the page's style policy, for libraries that write style elements. */
  readonly nonce: string | undefined;
  /** What only a program on the author's own machine has. */
  readonly desktop?: DesktopHost | undefined;
}

export const AdminContext = createContext<AdminHost | null>(null);

/** The client, the addresses of images and the style nonce; only below an AdminProvider. */
export function useAdmin(): AdminHost {
  const host = useContext(AdminContext);
  if (host === null) throw new Error('useAdmin needs an AdminProvider above it.');
  return host;
}
