import { useAdmin } from '../context.ts';
import type { Standing } from './sync-words.ts';

/** Whose version stands while a question is open: a server's own; where publishing is another thing than saving, the one that readers have. */
export function useStanding(): Standing {
  return useAdmin().publishing === undefined ? 'here' : 'elsewhere';
}
