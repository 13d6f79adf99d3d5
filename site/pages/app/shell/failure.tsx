import type { ReactNode } from 'react';
import { messageOf } from '#site/admin/error-text.ts';
import { isSessionLost } from '#site/admin/session-lost.ts';

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
