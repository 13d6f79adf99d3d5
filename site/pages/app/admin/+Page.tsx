import '#content/contract/zod-without-eval.ts';

import { type ReactNode, useState } from 'react';
import { AdminApp } from '#site/admin/app.tsx';
import { UserGate } from '../shell/user-gate.tsx';
import { webHost } from '../shell/web-host.ts';

const LOGIN = '/auth';

export function Page(): ReactNode {
  const [host] = useState(webHost);
  return (
    <UserGate client={host.client} opensTo="signed-in" elsewhere={LOGIN}>
      <AdminApp host={host} onSignedOut={() => window.location.assign(LOGIN)} />
    </UserGate>
  );
}
