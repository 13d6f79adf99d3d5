import type { ReactNode } from 'react';
import { useAdmin } from '../context.ts';
import { Link } from '../navigation.tsx';
import { settingsPath } from '../sections.ts';
import { accessWords } from './sync-words.ts';

interface AccessLinkProps {
  /** What the last exchange met. */
  readonly fault: string | null;
  readonly onLeave: () => void;
}

/** Leads to where the author's own machine is told another password; nothing elsewhere, or where that would not help. */
export function AccessLink({ fault, onLeave }: AccessLinkProps): ReactNode {
  const { machine } = useAdmin();
  const words = accessWords(fault);
  if (machine === undefined || words === null) return null;
  return (
    <p onClickCapture={onLeave}>
      <Link to={settingsPath('machine')}>{words}</Link>
    </p>
  );
}
