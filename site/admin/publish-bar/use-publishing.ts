import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LeftPost, Publishing, StagedPost } from '#content/contract/publishing.ts';
import { POSTS_CHANGED } from '#content/contract/stale.ts';
import type { SyncState } from '#content/contract/sync-operations.ts';
import { quoted } from '#content/model/french-spaces.ts';
import { type OfKind, postWords } from '#content/model/post-words.ts';
import { invalidate, useApiQuery } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { useFailure, useToast } from '../toasts.tsx';
import { publishedWords } from './publish-words.ts';

/** Asked of this machine itself, while something is on its way and else, in milliseconds. */
const WATCH_EVERY_MS = 1000;
const LOOK_EVERY_MS = 4000;

/** Below the state of the exchange: whatever makes that untrue makes these answers untrue. */
const KEY = 'getSyncState';

export interface PublishingNow {
  readonly publishing: Publishing;
  readonly exchange: SyncState;
}

/** What waits to be published and what is on its way; null where saving is publishing (the web), or not known yet. */
export function usePublishing(): PublishingNow | null {
  const { publishing: calls } = useAdmin();
  const queries = useQueryClient();
  const { data: publishing } = useQuery({
    queryKey: [KEY, 'getPublishing'],
    queryFn: () => calls?.getPublishing({}) ?? null,
    enabled: calls !== undefined,
    refetchInterval: ({ state }) => {
      const isBusy = state.data != null && isOnItsWay(state.data);
      return isBusy ? WATCH_EVERY_MS : LOOK_EVERY_MS;
    },
    // An exchange goes on behind other windows too.
    refetchIntervalInBackground: true,
  });
  const exchange = useApiQuery('getSyncState', {}, { enabled: calls !== undefined }).data;
  const moment = publishing === null || publishing === undefined ? null : momentOf(publishing);
  useEffect(() => {
    if (moment !== null) invalidate(queries, POSTS_CHANGED);
  }, [moment, queries]);
  if (publishing === null || publishing === undefined || exchange === undefined) return null;
  return { publishing, exchange };
}

function isOnItsWay(now: Publishing): boolean {
  return now.settings || now.unsent + now.leaving + now.unconfirmed + now.unconfirmedLeaving > 0;
}

/** When this is another one, posts have moved on: by a merge, a push, or the site's answer. */
function momentOf({ waiting, ...now }: Publishing): string {
  return [now.commit, now.unsent, now.leaving, now.unconfirmed, now.unconfirmedLeaving, waiting.length].join(
    ' ',
  );
}

/** How far these posts have come, by id; null where saving is publishing. */
export function usePostStages(ids: readonly string[]): ReadonlyMap<string, StagedPost> | null {
  const { publishing: calls } = useAdmin();
  const { data } = useQuery({
    queryKey: [KEY, 'getPostStages', ids],
    queryFn: () => calls?.getPostStages({ ids: [...ids] }) ?? [],
    enabled: calls !== undefined && ids.length > 0,
    placeholderData: (previous) => previous,
    // The site says by itself that it serves what was sent.
    refetchInterval: ({ state }) =>
      state.data?.some(({ stage }) => stage === 'sent') === true ? LOOK_EVERY_MS : false,
  });
  if (calls === undefined) return null;
  return new Map(data?.map((post) => [post.id, post]));
}

interface PublishOptions {
  /** Of the one post that is published, where one is. */
  readonly post?: OfKind;
  /** Shows both texts of a clash, where the one post that is published is open: nothing is said beside that. */
  readonly showClash?: () => Promise<void>;
}

/** Publishes posts, and says how it went; answers those that were left, null when nothing could be done. */
export function usePublish({ post = {}, showClash }: PublishOptions = {}) {
  const failed = `Impossible de publier ${postWords(post).theInTitles}`;
  const { publishing: calls } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const fail = useFailure();
  const [isBusy, setBusy] = useState(false);

  async function publish(ids: readonly string[]): Promise<readonly LeftPost[] | null> {
    if (calls === undefined) return null;
    setBusy(true);
    try {
      const { published, left } = await calls.publishPosts({ ids: [...ids] });
      const [first] = left;
      if (showClash !== undefined && first?.isClash === true) {
        await showClash();
        return left;
      }
      toast({
        title: publishedWords(published, left),
        ...(first === undefined ? {} : { description: `${quoted(first.title)}\u00a0: ${first.reason}` }),
        ...(published.length === 0 ? { variant: 'destructive' as const } : {}),
      });
      return left;
    } catch (error) {
      fail(failed, error);
      return null;
    } finally {
      setBusy(false);
      invalidate(queries, POSTS_CHANGED);
    }
  }

  return { isBusy, publish };
}

/** Looks at the remote when the author comes back, and when the network does. */
export function useFetchOnReturn(): void {
  const { client, publishing } = useAdmin();
  const queries = useQueryClient();
  const isWanted = publishing !== undefined;
  useEffect(() => {
    if (!isWanted) return;
    const look = (): void => {
      // What goes wrong is in the state, which is asked for next.
      const done = () => invalidate(queries, ['getSyncState']);
      client.syncNow({}).then(done, done);
    };
    window.addEventListener('focus', look);
    window.addEventListener('online', look);
    return () => {
      window.removeEventListener('focus', look);
      window.removeEventListener('online', look);
    };
  }, [client, queries, isWanted]);
}
