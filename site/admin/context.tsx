import { QueryClientProvider } from '@tanstack/react-query';
import { Tooltip } from 'radix-ui';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { Client } from '#content/contract/client.ts';
import type { OperationName } from '#content/contract/operations.ts';
import type { DesktopHost } from './desktop-host.ts';
import { createQueries } from './queries.ts';
import { useSessionKeeper } from './session-keeper.tsx';
import { ToastProvider } from './toasts.tsx';

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

interface AdminProviderProps extends AdminHost {
  /** `ask` (unless said otherwise) opens the sign-in dialog; `fail` lets the call fail, for a page that shows why. */
  readonly onSessionLost?: 'ask' | 'fail';
  readonly children: ReactNode;
}

/** docs/product.md, Errors and messages: how long a pointer rests before a tooltip shows, and how soon the next one may follow. */
const TOOLTIP = { delayDuration: 700, skipDelayDuration: 300 };

const AdminContext = createContext<AdminHost | null>(null);

/**
 * What every screen of the admin stands on. Calls made through `useAdmin().client` survive the end of a session: a
 * sign-in dialog opens over the page, and the call goes on after it.
 */
export function AdminProvider({
  client,
  offers,
  imageAddress,
  nonce,
  desktop,
  onSessionLost = 'ask',
  children,
}: AdminProviderProps): ReactNode {
  const [queries] = useState(createQueries);
  const keeper = useSessionKeeper(client);
  const used = onSessionLost === 'ask' ? keeper.client : client;
  const host = useMemo(
    () => ({ client: used, offers, imageAddress, nonce, desktop }),
    [used, offers, imageAddress, nonce, desktop],
  );
  return (
    <AdminContext value={host}>
      <QueryClientProvider client={queries}>
        <Tooltip.Provider {...TOOLTIP}>
          <ToastProvider>
            {children}
            {keeper.dialog}
          </ToastProvider>
        </Tooltip.Provider>
      </QueryClientProvider>
    </AdminContext>
  );
}

/** The client, the addresses of images and the style nonce; only below an AdminProvider. */
export function useAdmin(): AdminHost {
  const host = useContext(AdminContext);
  if (host === null) throw new Error('useAdmin needs an AdminProvider above it.');
  return host;
}
