import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ClientOf } from '#content/contract/client.ts';
import type { OutsideCalls } from '#content/contract/outside.ts';
import { LISTS_CHANGED, POSTS_CHANGED } from '#content/contract/stale.ts';
import { invalidate } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { useFailure, useToast } from '../toasts.tsx';

/** How often what was seen last is asked for, in milliseconds; it is one call inside this machine. */
const WATCH_EVERY_MS = 1500;
const KEY = ['outside'] as const;
/** Both sides of a clash; its path follows. */
export const SIDES_KEY = 'outside-sides';

export type Outside = Awaited<ReturnType<ClientOf<OutsideCalls>['getOutside']>>;

/** What other programs did in the folder; undefined where there is no folder, or while it is not known. */
export function useOutside(): Outside | undefined {
  const { outside: calls } = useAdmin();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => (calls === undefined ? Promise.resolve(null) : calls.getOutside({})),
    enabled: calls !== undefined,
    refetchInterval: WATCH_EVERY_MS,
  });
  return data ?? undefined;
}

interface Resolving {
  readonly path: string;
  /** What is in the file as the author saw it, by its blob id. */
  readonly file: string;
  readonly onResolved: () => void;
}

/** Resolves a clash, and shows what is left; what goes wrong is said, and both versions are shown as they are by then. */
export function useResolveOutside({ path, file, onResolved }: Resolving) {
  const { outside: calls } = useAdmin();
  const queries = useQueryClient();
  const fail = useFailure();
  const [isResolving, setResolving] = useState(false);

  async function resolve(keep: 'file' | 'branch'): Promise<void> {
    if (calls === undefined) return;
    setResolving(true);
    try {
      queries.setQueryData(KEY, await calls.resolveOutside({ path, keep, file }));
      invalidate(queries, POSTS_CHANGED);
      onResolved();
    } catch (error) {
      setResolving(false);
      void queries.invalidateQueries({ queryKey: [SIDES_KEY, path] });
      fail('Ce choix n’a pas pu être enregistré', error);
    }
  }

  return { resolve, isResolving };
}

/** Looks at the folder as soon as the author is back in the window, and shows what was taken up. To be used once. */
export function useOutsideWatch(): Outside | undefined {
  const { outside: calls } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const outside = useOutside();
  const known = useRef<number | null>(null);
  const takenUp = outside?.takenUp;

  useEffect(() => {
    if (calls === undefined) return undefined;
    const look = () => {
      // What a look could not see is seen by the next one; the program is told why (main's own log).
      void calls.lookOutside({}).then(
        (seen) => queries.setQueryData(KEY, seen),
        () => undefined,
      );
    };
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [calls, queries]);

  useEffect(() => {
    if (takenUp === undefined) return;
    const before = known.current;
    known.current = takenUp;
    if (before === null || takenUp <= before) return;
    // The form that is open asks for itself (outside-banner.tsx): its text is not to be taken away.
    invalidate(queries, LISTS_CHANGED);
    toast({ title: takenWords(takenUp - before) });
  }, [takenUp, queries, toast]);
  return outside;
}

function takenWords(count: number): string {
  return count === 1
    ? 'Un fichier changé par un autre programme a été repris'
    : `${count} fichiers changés par un autre programme ont été repris`;
}
