import { type ReactNode, useState } from 'react';
import { AdminProvider } from '#site/admin/admin-provider.tsx';
import { UserGate } from './user-gate.tsx';
import { webHost } from './web-host.ts';
import './tools.css';

interface ToolPageProps {
  readonly title: string;
  readonly lead: string;
  /** `signed-in`: the others are led to the login (docs/product.md, Addresses); `all`: what it does may still be refused, in words. */
  readonly opensTo: 'signed-in' | 'all';
  readonly children: ReactNode;
}

/** A maintenance or test page (docs/product.md, Maintenance pages). */
export function ToolPage({ title, lead, opensTo, children }: ToolPageProps): ReactNode {
  const [host] = useState(webHost);
  const page = (
    <AdminProvider host={host} onSessionLost="fail">
      <div className="wrap tools">
        <h1>{title}</h1>
        <p className="tools-lead">{lead}</p>
        {children}
      </div>
    </AdminProvider>
  );
  if (opensTo === 'all') return page;
  return (
    <UserGate client={host.client} opensTo="signed-in" elsewhere="/auth">
      {page}
    </UserGate>
  );
}
