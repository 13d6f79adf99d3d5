import { useAdmin } from '../context.ts';
import type { Standing } from './sync-words.ts';

/** Whose version stands while a question is open: a server's own; on a desktop the one that readers have. */
export function useStanding(): Standing {
  return useAdmin().desktop === undefined ? 'here' : 'elsewhere';
}
