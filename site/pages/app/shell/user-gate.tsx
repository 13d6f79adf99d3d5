import { type ReactNode, useEffect, useState } from 'react';
import type { Client } from '#content/contract/client.ts';
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
