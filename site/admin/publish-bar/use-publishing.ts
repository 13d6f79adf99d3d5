import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LeftPost, Publishing, StagedPost } from '#content/contract/publishing.ts';
import { EXCHANGE_CHANGED, POSTS_CHANGED } from '#content/contract/stale.ts';
import type { SyncState } from '#content/contract/sync-operations.ts';
import { quoted } from '#content/model/french-spaces.ts';
import { type OfKind, postWords } from '#content/model/post-words.ts';
import { apiQuery, invalidate, useApiMutation, useApiQuery } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { useToast } from '../toasts.tsx';
import { isAny, publishedWords } from './publish-words.ts';

/** Asked of this machine itself, while something is on its way and else, in milliseconds. */
const WATCH_EVERY_MS = 1000;
const LOOK_EVERY_MS = 4000;

export interface PublishingNow {
  readonly publishing: Publishing;
  readonly exchange: SyncState;
}

/** What waits to be published and what is on its way; null where saving is publishing (the web), or not known yet. */
export function usePublishing(): PublishingNow | null {
  const { client, offers } = useAdmin();
  const queries = useQueryClient();
  const enabled = offers.has('getPublishing');
  const { data: publishing } = useQuery({
    ...apiQuery(client, 'getPublishing', {}),
    enabled,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isOnItsWay(state.data) ? WATCH_EVERY_MS : LOOK_EVERY_MS,
    // An exchange goes on behind other windows too.
    refetchIntervalInBackground: true,
  });
  const exchange = useApiQuery('getSyncState', {}, { enabled }).data;
  const moment = publishing === undefined ? null : momentOf(publishing);
  useEffect(() => {
    if (moment !== null) invalidate(queries, POSTS_CHANGED);
  }, [moment, queries]);
  return publishing === undefined || exchange === undefined ? null : { publishing, exchange };
}

function isOnItsWay({ settings, unsent, leaving, unconfirmed, unconfirmedLeaving }: Publishing): boolean {
  return settings || [unsent, leaving, unconfirmed, unconfirmedLeaving].some(isAny);
}

/** When this is another one, posts have moved on: by a merge, a push, or the site's answer. */
function momentOf({ waiting, ...now }: Publishing): string {
  return JSON.stringify({ ...now, waiting: waiting.length });
}

/** How far these posts have come, by id; null where saving is publishing. */
export function usePostStages(ids: readonly string[]): ReadonlyMap<string, StagedPost> | null {
  const isApart = useAdmin().offers.has('getPostStages');
  const { data } = useApiQuery(
    'getPostStages',
    { ids: [...ids] },
    {
      enabled: isApart && ids.length > 0,
      keepsPrevious: true,
      // The site says by itself that it serves what was sent.
      asksAgain: (posts) => (posts?.some(({ stage }) => stage === 'sent') === true ? LOOK_EVERY_MS : false),
    },
  );
  return isApart ? new Map(data?.map((post) => [post.id, post])) : null;
}

interface PublishOptions {
  /** Of the one post that is published, where one is. */
  readonly post?: OfKind;
  /** Shows both texts of a clash, where the one post that is published is open: nothing is said beside that. */
  readonly showClash?: () => Promise<void>;
}

/** Publishes posts, and says how it went; answers those that were left, null when nothing could be done. */
export function usePublish({ post = {}, showClash }: PublishOptions = {}) {
  const toast = useToast();
  const action = useApiMutation('publishPosts', {
    failed: `Impossible de publier ${postWords(post).theInTitles}`,
  });

  async function publish(ids: readonly string[]): Promise<readonly LeftPost[] | null> {
    const done = await action.mutateAsync({ ids: [...ids] }).catch(() => null); // It was said why.
    if (done === null) return null;
    const { published, left } = done;
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
  }

  return { isBusy: action.isPending, publish };
}

/** Looks at the remote when the author comes back, and when the network does. */
export function useFetchOnReturn(): void {
  const { client, offers } = useAdmin();
  const queries = useQueryClient();
  const isWanted = offers.has('getPublishing');
  useEffect(() => {
    if (!isWanted) return;
    const look = (): void => {
      // What goes wrong is in the state, which is asked for next.
      const done = () => invalidate(queries, EXCHANGE_CHANGED);
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
