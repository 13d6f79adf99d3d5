import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  type HistoryVersion,
  MOST_VERSIONS,
  VERSIONS_PER_PAGE,
} from '#content/contract/history-operations.ts';
import { ConflictScreen } from '../conflict/conflict-screen.tsx';
import { useAdmin } from '../context.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { NotLoaded } from '../kit/not-loaded.tsx';
import { DifferenceView } from './difference-view.tsx';
import { useRestoring } from './use-restoring.ts';
import { VersionList } from './version-list.tsx';
import './history.css';

interface PostHistoryProps {
  readonly postId: string;
  readonly onClose: () => void;
  /** Something of the article is again as it was. */
  readonly onRestored?: () => void;
}

/** « Historique »: the versions of an article, what differs between two of them, and the ways back. */
export function PostHistory({ postId, onClose, onRestored }: PostHistoryProps): ReactNode {
  const history = useVersions(postId);
  return (
    <div className="history">
      <div className="history-head">
        <IconButton label="Retour à l’article" onClick={onClose}>
          <ArrowLeft aria-hidden="true" size={20} />
        </IconButton>
        <h1>Historique</h1>
      </div>
      <Versions postId={postId} history={history} onRestored={onRestored} />
    </div>
  );
}

/** Asked anew each time the panel opens: others write too. */
function useVersions(postId: string) {
  const { client } = useAdmin();
  return useInfiniteQuery({
    queryKey: ['getPostHistory', { id: postId }],
    queryFn: ({ pageParam, signal }) =>
      client.getPostHistory(
        { id: postId, offset: pageParam, limit: pageParam === 0 ? VERSIONS_PER_PAGE : MOST_VERSIONS },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const known = pages.reduce((sum, { versions }) => sum + versions.length, 0);
      return known < last.total && last.versions.length > 0 ? known : undefined;
    },
    gcTime: 0,
  });
}

interface VersionsProps {
  readonly postId: string;
  readonly onRestored: (() => void) | undefined;
  readonly history: ReturnType<typeof useVersions>;
}

function Versions({ postId, history, onRestored }: VersionsProps): ReactNode {
  if (history.data === undefined)
    return <NotLoaded query={history} failed="L’historique n’a pas pu être lu" />;
  const versions = history.data.pages.flatMap((page) => page.versions);
  const more = history.hasNextPage ? (
    <Button size="small" isBusy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
      Versions plus anciennes
    </Button>
  ) : null;
  return (
    <Comparison key={versions[0]?.commit} {...{ postId, versions, onRestored }}>
      {more}
    </Comparison>
  );
}

interface ComparisonProps extends Pick<VersionsProps, 'postId' | 'onRestored'> {
  readonly versions: readonly HistoryVersion[];
  readonly children: ReactNode;
}

function Comparison({ postId, versions, onRestored, children }: ComparisonProps): ReactNode {
  const [older, setOlder] = useState(1);
  const [newer, setNewer] = useState(0);
  const current = versions.find(({ isCurrent }) => isCurrent);
  const { restore, clash, settle, leave, isBusy } = useRestoring({
    postId,
    revision: current?.revision,
    onRestored,
  });
  const [from, to] = [versions[older], versions[newer]];
  return (
    <div className="history-columns">
      <div className="history-list">
        <VersionList {...{ versions, older, newer }} onOlder={setOlder} onNewer={setNewer} />
        {children}
      </div>
      {from === undefined || to === undefined ? (
        <EmptyState title="Une seule version" text="Cet article n’a pas encore été modifié." />
      ) : (
        <DifferenceView
          postId={postId}
          from={from.commit}
          to={to.commit}
          isNow={to.isCurrent}
          onRestore={restore}
          isBusy={isBusy}
        />
      )}
      {clash !== null && (
        <ConflictScreen origin="restoring" conflict={clash} onSettle={settle} onLeave={leave} />
      )}
    </div>
  );
}
