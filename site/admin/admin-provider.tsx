import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { Tooltip } from 'radix-ui';
import { type ReactNode, useMemo, useState } from 'react';
import type { AdminClient } from '#content/contract/client.ts';
import { createSignInGate, keepSession } from './api/keep-session.ts';
import { invalidate } from './api/use-api.ts';
import { AdminContext, type AdminHost } from './context.ts';
import { Dialog } from './kit/dialog.tsx';
import { LoginForm } from './login/login-form.tsx';
import { ToastProvider } from './toasts.tsx';

interface AdminProviderProps {
  /** One object as long as it stays the same. */
  readonly host: AdminHost;
  /** `ask` (unless said otherwise) opens the sign-in dialog; `fail` lets the call fail, for a page that shows why. */
  readonly onSessionLost?: 'ask' | 'fail';
  readonly children: ReactNode;
}

/** docs/product.md, Errors and messages: how long a pointer rests before a tooltip shows, and how soon the next one may follow. */
const TOOLTIP = { delayDuration: 700, skipDelayDuration: 300 };

/**
 * What every screen of the admin stands on. Calls made through `useAdmin().client` survive the end of a session: a
 * sign-in dialog opens over the page, and the call goes on after it.
 */
export function AdminProvider({ host, onSessionLost = 'ask', children }: AdminProviderProps): ReactNode {
  const [queries] = useState(createQueries);
  const keeper = useSessionKeeper(host.client);
  const client = onSessionLost === 'ask' ? keeper.client : host.client;
  const given = useMemo(() => ({ ...host, client }), [host, client]);
  return (
    <AdminContext value={given}>
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

/**
 * docs/product.md, Errors and messages: nothing is retried, nothing grows stale, nothing is asked again on focus or by the clock. A call
 * is made whatever the browser thinks of the network: its failure says more than a call that waits.
 */
function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The client whose calls survive a lost session, and the dialog that asks to sign in again, to be rendered. */
function useSessionKeeper(client: AdminClient): { readonly client: AdminClient; readonly dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const [gate] = useState(() => createSignInGate(setOpen));
  const kept = useMemo(() => keepSession(client, gate.ask), [client, gate]);
  return { client: kept, dialog: isOpen && <SignInAgain onAnswer={gate.answer} /> };
}

function SignInAgain({ onAnswer }: { readonly onAnswer: (isSignedIn: boolean) => void }): ReactNode {
  const queries = useQueryClient();
  return (
    <Dialog
      title="Votre session a pris fin"
      description="Reconnectez-vous pour continuer : rien de ce que vous avez écrit n’est perdu."
      onClose={() => onAnswer(false)}
    >
      <LoginForm
        onSignedIn={() => {
          invalidate(queries, ['getUser']);
          onAnswer(true);
        }}
      />
    </Dialog>
  );
}
