import '#content/contract/zod-without-eval.ts';

import { type ReactNode, useState } from 'react';
import { AdminProvider } from '#site/admin/admin-provider.tsx';
import { LoginPage } from '#site/admin/login/login-page.tsx';
import { UserGate, webHost } from '../shell/user-gate.tsx';

const ADMIN = '/admin';

export function Page(): ReactNode {
  const [host] = useState(() => webHost());
  return (
    <UserGate client={host.client} opensTo="anonymous" elsewhere={ADMIN}>
      <AdminProvider host={host}>
        <LoginPage onSignedIn={() => window.location.assign(ADMIN)} />
      </AdminProvider>
    </UserGate>
  );
}
