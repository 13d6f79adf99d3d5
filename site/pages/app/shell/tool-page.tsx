import { type ReactNode, useState } from 'react';
import { AdminProvider } from '#site/admin/admin-provider.tsx';
import { isSessionLost } from '#site/admin/api/keep-session.ts';
import { messageOf } from '#site/admin/error-text.ts';
import { UserGate, webHost } from './user-gate.tsx';
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
  const [host] = useState(() => webHost());
  const page = (
    <AdminProvider host={host}>
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

interface FailureProps {
  readonly title: string;
  readonly error: unknown;
  /** docs/product.md, Errors and messages: what is said when the server gave no reason. */
  readonly otherwise: string;
}

/** Why a maintenance or test page could not do what was asked; without a session, also where to sign in. */
export function Failure({ title, error, otherwise }: FailureProps): ReactNode {
  return (
    <div className="tool-result tool-result-error" role="alert">
      <p className="tool-result-title">{title}</p>
      <p>{messageOf(error, otherwise)}</p>
      {isSessionLost(error) && (
        <p>
          <a href="/auth">Se connecter</a>
        </p>
      )}
    </div>
  );
}
