import Copy from 'lucide-react/icons/copy';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import GitMerge from 'lucide-react/icons/git-merge';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ComponentProps, ReactNode } from 'react';
import type { AdminPost } from '#content/contract/posts-operations.ts';
import type { StagedPost } from '#content/contract/publishing.ts';
import { postWords } from '#content/model/post-words.ts';
import { shortDate } from '#site/ui/dates.tsx';
import { IconButton } from '../kit/button.tsx';
import { Skeleton } from '../kit/loading.tsx';
import { Link } from '../navigation.tsx';
import { postPath } from '../sections.ts';
import { StateBadge } from './state-badge.tsx';
import type { RowActions } from './use-row-actions.ts';

interface PostCellsProps {
  readonly post: AdminPost;
  /** As {@link StateBadge} takes it. */
  readonly staged: StagedPost | null | undefined;
  readonly actions: RowActions;
  readonly onMerge: () => void;
  readonly onDeleted: () => void;
}

/** The cells of a post; on a phone they stand below one another. */
export function PostCells({ post, staged, ...others }: PostCellsProps): ReactNode {
  return (
    <>
      <th scope="row" role="rowheader" className="post-title">
        <Link to={postPath(post.id)}>{post.title}</Link>
        <span className="post-facts">{factsOf(post)}</span>
      </th>
      <td role="cell" className="post-slug">
        {post.slug}
      </td>
      <td role="cell" className="post-state">
        <StateBadge post={post} state={post.state} hasPending={post.hasPending} staged={staged} />
      </td>
      <td role="cell" className="post-actions">
        <Actions post={post} {...others} />
      </td>
    </>
  );
}

function Actions({ post, actions, onMerge, onDeleted }: Omit<PostCellsProps, 'staged'>): ReactNode {
  const isBusy = actions.busyId === post.id;
  const isShown = post.state === 'published' || post.state === 'scheduled';
  return (
    <>
      <RowButton label="Modifier" onClick={() => actions.edit(post)}>
        <Pencil aria-hidden="true" size={17} />
      </RowButton>
      {isShown ? (
        <RowButton label="Dépublier" isBusy={isBusy} onClick={() => actions.unpublish(post)}>
          <EyeOff aria-hidden="true" size={17} />
        </RowButton>
      ) : (
        <RowButton label="Publier" isBusy={isBusy} onClick={() => actions.publish(post)}>
          <Eye aria-hidden="true" size={17} />
        </RowButton>
      )}
      <RowButton label="Dupliquer" isBusy={isBusy} onClick={() => actions.duplicate(post)}>
        <Copy aria-hidden="true" size={17} />
      </RowButton>
      <RowButton label={`Fusionner dans ${postWords(post).other}`} isBusy={isBusy} onClick={onMerge}>
        <GitMerge aria-hidden="true" size={17} />
      </RowButton>
      <RowButton
        label="Supprimer"
        variant="danger"
        isBusy={isBusy}
        onClick={() => actions.remove(post, onDeleted)}
      >
        <Trash2 aria-hidden="true" size={17} />
      </RowButton>
    </>
  );
}

/** The second press of a double click is no wish of its own: by then the button may say the opposite of what it said. */
function RowButton({ onClick, ...rest }: ComponentProps<typeof IconButton>): ReactNode {
  return <IconButton {...rest} onClick={(event) => event.detail < 2 && onClick?.(event)} />;
}

/** The place of a row that is on its way. */
export function WaitingCells(): ReactNode {
  return (
    <>
      <th scope="row" role="rowheader" className="post-title">
        <span className="unseen">Chargement...</span>
        <Skeleton width="70%" />
      </th>
      <td role="cell" className="post-slug">
        <Skeleton width="60%" />
      </td>
      <td role="cell" className="post-state">
        <Skeleton width="5rem" />
      </td>
      <td role="cell" className="post-actions" />
    </>
  );
}

function factsOf({ category, published, tags, isPage, menu }: AdminPost): string {
  if (isPage === true) return menu ? 'Page · dans le menu' : 'Page';
  const date = published === null ? [] : [shortDate(published)];
  return [category, ...date, ...tags.map((tag) => `#${tag}`)].join(' · ');
}
