import { useInfiniteQuery } from '@tanstack/react-query';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import type { ReactNode } from 'react';
import { DELETED_PER_PAGE, type DeletedPost } from '#content/contract/posts-operations.ts';
import { quoted } from '#content/model/french-spaces.ts';
import { postAddress } from '#content/model/paths.ts';
import { capitalized, postWords } from '#content/model/post-words.ts';
import { longDate } from '#site/ui/dates.tsx';
import { useApiMutation } from '../api/use-api.ts';
import { useAdmin, useIsPublishedApart } from '../context.ts';
import { Button } from '../kit/button.tsx';
import { EmptyState, NotLoaded } from '../kit/loading.tsx';
import { MoreButton, once, Row } from '../kit/rows.tsx';
import { useNavigation } from '../navigation.tsx';
import { postPath } from '../sections.ts';

/** Deleted articles, which history can bring back as drafts. */
export function BinPanel(): ReactNode {
  const isApart = useIsPublishedApart();
  return (
    <>
      <h1>Corbeille</h1>
      <p className="admin-lead">
        Un article supprimé, ou une page, reste dans l’historique. Restauré, il revient comme brouillon, tel
        qu’il était.
        {isApart && ' Tant que sa suppression n’a pas été envoyée, il garde son état.'}
      </p>
      <DeletedPosts />
    </>
  );
}

function DeletedPosts(): ReactNode {
  const { client } = useAdmin();
  const deleted = useInfiniteQuery({
    queryKey: ['listDeletedPosts'],
    queryFn: ({ pageParam, signal }) => client.listDeletedPosts({ offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length === DELETED_PER_PAGE ? pages.length * DELETED_PER_PAGE : undefined,
  });
  if (deleted.data === undefined)
    return <NotLoaded query={deleted} failed="La corbeille n’a pas pu être lue" />;
  const posts = once(deleted.data.pages.flat(), keyOf);
  if (posts.length === 0) return <EmptyState title="La corbeille est vide" />;
  return (
    <>
      <ul className="kit-rows">
        {posts.map((post) => (
          <DeletedRow key={keyOf(post)} post={post} />
        ))}
      </ul>
      <MoreButton query={deleted}>Supprimés plus tôt</MoreButton>
    </>
  );
}

function keyOf({ id, commit }: DeletedPost): string {
  return `${id} ${commit}`;
}

function DeletedRow({ post }: { readonly post: DeletedPost }): ReactNode {
  const { one, e, theInTitles } = postWords(post);
  const restore = useApiMutation('restoreDeletedPost', {
    said: ({ title, slug, isPage }) => ({
      title: `${capitalized(one)} restauré${e}`,
      description:
        slug === post.slug
          ? title
          : `${title}, à l’adresse ${postAddress({ slug, isPage })}\u00a0: un autre texte a la sienne.`,
    }),
    failed: `Impossible de restaurer ${theInTitles}`,
  });
  const { go } = useNavigation();

  function bringBack(): void {
    restore.mutate({ id: post.id, commit: post.commit }, { onSuccess: ({ id }) => go(postPath(id)) });
  }

  return (
    <Row
      action={
        <Button size="small" isBusy={restore.isPending} onClick={bringBack}>
          <RotateCcw aria-hidden="true" size={16} />
          Restaurer<span className="unseen"> {quoted(post.title)}</span>
        </Button>
      }
    >
      <h2>{post.title}</h2>
      <p className="kit-fact">
        {postAddress(post)} · {one} supprimé{e} le {longDate(post.deletedAt)} par {post.deletedBy}
      </p>
    </Row>
  );
}
