import { type ReactNode, useEffect, useState } from 'react';
import { type Client, createClient } from '#content/contract/client.ts';
import { OPERATION_NAMES } from '#content/contract/operations.ts';
import { createHttpTransport } from '#site/admin/api/http-transport.ts';
import { keepSession, type SignInGate } from '#site/admin/api/keep-session.ts';
import type { AdminHost } from '#site/admin/context.ts';
import { Loading } from '#site/admin/kit/loading.tsx';

interface UserGateProps {
  readonly client: Client;
  /** Who may see what is inside; the others are led to `elsewhere`. */
  readonly opensTo: 'signed-in' | 'anonymous';
  readonly elsewhere: string;
  readonly children: ReactNode;
}

/** docs/product.md, Addresses: a spinner while the user is being loaded, then the page or another one. */
export function UserGate({ client, opensTo, elsewhere, children }: UserGateProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const decide = (visitor: 'signed-in' | 'anonymous') => {
      if (signal.aborted) return;
      if (visitor === opensTo) setOpen(true);
      else window.location.replace(elsewhere);
    };
    // Any failure counts as logged out (docs/product.md, Errors and messages).
    client.getUser({}, { signal }).then(
      () => decide('signed-in'),
      () => decide('anonymous'),
    );
    return () => leaving.abort();
  }, [client, opensTo, elsewhere]);
  return isOpen ? children : <Loading />;
}

/** What the admin is given on the web: HTTP, the nonce of this page. */
export function webHost(signIn?: SignInGate): AdminHost {
  const transport = createHttpTransport();
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return {
    client: createClient(signIn === undefined ? transport : keepSession(transport, signIn.ask)),
    signIn,
    offers: OPERATION_NAMES,
    nonce: meta?.nonce === '' ? undefined : meta?.nonce,
  };
}
