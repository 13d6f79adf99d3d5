import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import * as Tooltip from 'radix-ui/tooltip';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import type { SignInGate } from './api/keep-session.ts';
import { AdminContext, type AdminHost } from './context.ts';
import { Dialog } from './kit/dialog.tsx';
import { LoginForm } from './login/login-form.tsx';
import { ToastProvider } from './toasts.tsx';

interface AdminProviderProps {
  /** One object as long as it stays the same. */
  readonly host: AdminHost;
  readonly children: ReactNode;
}

/** docs/product.md, Errors and messages: how long a pointer rests before a tooltip shows, and how soon the next one may follow. */
const TOOLTIP = { delayDuration: 700, skipDelayDuration: 300 };

/** What every screen of the admin stands on. */
export function AdminProvider({ host, children }: AdminProviderProps): ReactNode {
  const [queries] = useState(createQueries);
  return (
    <AdminContext value={host}>
      <QueryClientProvider client={queries}>
        <Tooltip.Provider {...TOOLTIP}>
          <ToastProvider>
            {children}
            {host.signIn !== undefined && <SignInAgain gate={host.signIn} />}
          </ToastProvider>
        </Tooltip.Provider>
      </QueryClientProvider>
    </AdminContext>
  );
}

/**
 * docs/product.md, Errors and messages: nothing is retried, nothing grows stale, nothing is asked again on focus or by the clock, but
 * what a screen shows is when it opens. A call is made whatever the browser thinks of the network: its failure says more than a call that waits.
 */
function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnMount: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

function SignInAgain({ gate }: { readonly gate: SignInGate }): ReactNode {
  const queries = useQueryClient();
  const isOpen = useSyncExternalStore(gate.subscribe, gate.isOpen);
  if (!isOpen) return null;
  return (
    <Dialog
      title="Votre session a pris fin"
      description="Reconnectez-vous pour continuer : rien de ce que vous avez écrit n’est perdu."
      onClose={() => gate.answer(false)}
    >
      <LoginForm
        onSignedIn={() => {
          void queries.invalidateQueries();
          gate.answer(true);
        }}
      />
    </Dialog>
  );
}
