import '#content/contract/zod-without-eval.ts';

import { type ReactNode, useState } from 'react';
import { createSignInGate } from '#site/admin/api/keep-session.ts';
import { AdminApp } from '#site/admin/app.tsx';
import { UserGate, webHost } from '../shell/user-gate.tsx';

const LOGIN = '/auth';

export function Page(): ReactNode {
  const [host] = useState(() => webHost(createSignInGate()));
  return (
    <UserGate client={host.client} opensTo="signed-in" elsewhere={LOGIN}>
      <AdminApp host={host} onSignedOut={() => window.location.assign(LOGIN)} />
    </UserGate>
  );
}
