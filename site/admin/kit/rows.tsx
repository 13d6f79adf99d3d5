import type { ReactNode } from 'react';
import './rows.css';

interface RowProps {
  /** What can be done with it. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One thing of a list (`<ul className="kit-rows">`): what it is, and beside it what can be done with it. */
export function Row({ action, children }: RowProps): ReactNode {
  return (
    <li>
      <div>{children}</div>
      {action}
    </li>
  );
}
