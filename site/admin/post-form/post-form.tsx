import type { ReactNode } from 'react';
import { OperationError } from '#content/contract/client.ts';
import { useApiQuery } from '../api/use-api.ts';
import { messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { EmptyState, Loading } from '../kit/loading.tsx';
import { EMPTY_PAGE, EMPTY_VALUES } from './form-values.ts';
import { WritingForm } from './writing-form.tsx';

interface PostFormProps {
  /** Null for a new article, or a new page. */
  readonly postId: string | null;
  readonly isPage: boolean;
  /** Back to the list: saved, or given up. */
  readonly onClose: () => void;
}

/** docs/product.md, Article form: the form of an article, new or not. */
export function PostForm({ postId, isPage, onClose }: PostFormProps): ReactNode {
  return postId === null ? (
    <WritingForm post={null} blank={isPage ? EMPTY_PAGE : EMPTY_VALUES} onClose={onClose} />
  ) : (
    <ExistingPost postId={postId} onClose={onClose} />
  );
}

interface ExistingPostProps {
  readonly postId: string;
  readonly onClose: () => void;
}

function ExistingPost({ postId, onClose }: ExistingPostProps): ReactNode {
  // An article is always written from its newest text.
  const { data, error, isFetching, refetch } = useApiQuery(
    'getEditablePost',
    { id: postId },
    { isKept: false },
  );
  if (data !== undefined) return <WritingForm key={data.id} post={data} onClose={onClose} />;
  if (error === null || isFetching) return <Loading />;
  const isMissing = error instanceof OperationError && error.code === 'not-found';
  return (
    <EmptyState
      title={isMissing ? 'Article non trouvé' : 'L’article n’a pas pu être ouvert'}
      text={isMissing ? "L'article que vous recherchez n'existe pas." : messageOf(error, 'Erreur inconnue')}
    >
      {!isMissing && <Button onClick={() => void refetch()}>Réessayer</Button>}
      <Button onClick={onClose}>Retour aux articles</Button>
    </EmptyState>
  );
}
