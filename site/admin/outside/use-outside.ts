import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { POSTS_CHANGED } from '#content/contract/stale.ts';
import { apiQuery, invalidate, type Output, useApiQuery } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { useToast } from '../toasts.tsx';

/** How often what was seen last is asked for, in milliseconds; it is one call inside this machine. */
const WATCH_EVERY_MS = 1500;

export type Outside = Output<'getOutside'>;

/** What other programs did in the folder; undefined where there is no folder, or while it is not known. */
export function useOutside(): Outside | undefined {
  const enabled = useAdmin().offers.has('getOutside');
  return useApiQuery('getOutside', {}, { enabled, asksAgain: () => WATCH_EVERY_MS }).data;
}

/** Looks at the folder as soon as the author is back in the window, and shows what was taken up. To be used once. */
export function useOutsideWatch(): Outside | undefined {
  const { client } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const outside = useOutside();
  const known = useRef<number | null>(null);
  const takenUp = outside?.takenUp;

  useEffect(() => {
    const look = () => {
      // What a look could not see is seen by the next one; the program is told why (main's own log).
      void client.lookOutside({}).then(
        (seen) => queries.setQueryData(apiQuery(client, 'getOutside', {}).queryKey, seen),
        () => undefined,
      );
    };
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [client, queries]);

  useEffect(() => {
    if (takenUp === undefined) return;
    const before = known.current;
    known.current = takenUp;
    if (before === null || takenUp <= before) return;
    invalidate(queries, POSTS_CHANGED);
    toast({ title: takenWords(takenUp - before) });
  }, [takenUp, queries, toast]);
  return outside;
}

function takenWords(count: number): string {
  return count === 1
    ? 'Un fichier changé par un autre programme a été repris'
    : `${count} fichiers changés par un autre programme ont été repris`;
}
