import { useInfiniteQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useState } from 'react';
import {
  type HistoryVersion,
  MOST_VERSIONS,
  VERSIONS_PER_PAGE,
} from '#content/contract/history-operations.ts';
import { quoted } from '#content/model/french-spaces.ts';
import { ConflictScreen } from '../compare/conflict-screen.tsx';
import { useAdmin } from '../context.ts';
import { momentInWords } from '../in-words.ts';
import { Badge } from '../kit/badge.tsx';
import { IconButton } from '../kit/button.tsx';
import { EmptyState, NotLoaded } from '../kit/loading.tsx';
import { MoreButton, once } from '../kit/rows.tsx';
import { DifferenceView } from './difference-view.tsx';
import { useRestoring } from './use-restoring.ts';
import './history.css';
import { capitalized, type OfKind, postWords } from '#content/model/post-words.ts';

interface PostHistoryProps {
  readonly postId: string;
  readonly onClose: () => void;
}

/** « Historique »: the versions of an article, what differs between two of them, and the ways back. */
export function PostHistory({ postId, onClose }: PostHistoryProps): ReactNode {
  const history = useVersions(postId);
  const post = { isPage: history.data?.pages[0]?.isPage };
  return (
    <div className="history">
      <div className="history-head">
        <IconButton label={`Retour ${postWords(post).to}`} onClick={onClose}>
          <ArrowLeft aria-hidden="true" size={20} />
        </IconButton>
        <h1>Historique</h1>
      </div>
      <Versions postId={postId} post={post} history={history} />
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
  readonly post: OfKind;
  readonly history: ReturnType<typeof useVersions>;
}

function Versions({ postId, post, history }: VersionsProps): ReactNode {
  const restoring = useRestoring(postId, post);
  const { clash, resolve, leave } = restoring;
  if (history.data === undefined)
    return <NotLoaded query={history} failed="L’historique n’a pas pu être lu" />;
  const versions = once(
    history.data.pages.flatMap((page) => page.versions),
    ({ commit }) => commit,
  );
  return (
    <>
      <Comparison
        key={versions[0]?.commit}
        postId={postId}
        post={post}
        versions={versions}
        restoring={restoring}
      >
        <MoreButton query={history}>Versions plus anciennes</MoreButton>
      </Comparison>
      {clash !== null && (
        <ConflictScreen
          key={clash.theirs.revision}
          origin="restoring"
          conflict={clash}
          onResolve={resolve}
          onLeave={leave}
        />
      )}
    </>
  );
}

interface ComparisonProps extends Pick<VersionsProps, 'postId' | 'post'> {
  readonly versions: readonly HistoryVersion[];
  readonly restoring: ReturnType<typeof useRestoring>;
  readonly children: ReactNode;
}

function Comparison({ postId, post, versions, restoring, children }: ComparisonProps): ReactNode {
  const { this: this_, e } = postWords(post);
  const [older, setOlder] = useState(1);
  const [newer, setNewer] = useState(0);
  const current = versions.find(({ isCurrent }) => isCurrent);
  const [from, to] = [versions[older], versions[newer]];
  return (
    <div className="history-columns">
      <div className="history-list">
        <VersionList versions={versions} older={older} newer={newer} onOlder={setOlder} onNewer={setNewer} />
        {children}
      </div>
      {from === undefined || to === undefined ? (
        <EmptyState
          title="Une seule version"
          text={`${capitalized(this_)} n’a pas encore été modifié${e}.`}
        />
      ) : (
        <DifferenceView
          postId={postId}
          post={post}
          from={from.commit}
          to={to.commit}
          isNow={to.isCurrent}
          onRestore={(wanted) => restoring.restore(wanted, current)}
          isBusy={restoring.isBusy}
        />
      )}
    </div>
  );
}

interface VersionListProps {
  readonly versions: readonly HistoryVersion[];
  /** Places of the two versions that are compared; the older one has the greater place. */
  readonly older: number;
  readonly newer: number;
  readonly onOlder: (at: number) => void;
  readonly onNewer: (at: number) => void;
}

/** The versions, newest first; two of them are chosen, an older and a newer one. */
function VersionList({ versions, older, newer, onOlder, onNewer }: VersionListProps): ReactNode {
  return (
    <table className="history-versions">
      <thead>
        <tr>
          <th scope="col">Avant</th>
          <th scope="col">Après</th>
          <th scope="col">Version</th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version, at) => (
          <tr key={version.commit} className={at === older || at === newer ? 'is-chosen' : undefined}>
            <td>
              <Choice
                label={`Comparer depuis la version du ${momentInWords(version.at)}`}
                name="older"
                isChosen={at === older}
                isPossible={at > newer}
                onChoose={() => onOlder(at)}
              />
            </td>
            <td>
              <Choice
                label={`Comparer jusqu’à la version du ${momentInWords(version.at)}`}
                name="newer"
                isChosen={at === newer}
                isPossible={at < older}
                onChoose={() => onNewer(at)}
              />
            </td>
            <td>
              <Described version={version} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Described({ version }: { readonly version: HistoryVersion }): ReactNode {
  return (
    <>
      <p className="history-moment">
        {momentInWords(version.at)} {version.isCurrent && <Badge tone="good">Actuelle</Badge>}
      </p>
      <p className="history-sentence">{version.sentence === '' ? 'Sans description' : version.sentence}</p>
      <p className="kit-fact">
        {version.author}
        {version.isMinor && ' · correction mineure'}
      </p>
      {version.publishedAt !== null && (
        <p className="kit-fact">Publiée le {momentInWords(version.publishedAt)}</p>
      )}
      {version.readerNote !== null && <p className="kit-fact">{quoted(version.readerNote)}</p>}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly isChosen: boolean;
  readonly isPossible: boolean;
  readonly onChoose: () => void;
}

function Choice({ label, name, isChosen, isPossible, onChoose }: ChoiceProps): ReactNode {
  return (
    <label className="history-choice">
      <span className="unseen">{label}</span>
      <input type="radio" name={name} checked={isChosen} disabled={!isPossible} onChange={onChoose} />
    </label>
  );
}
