import { useState } from 'react';
import type { AdminPost } from '#content/contract/posts-operations.ts';
import { useAdmin } from '../context.ts';
import { useNavigation } from '../navigation.tsx';
import { postPath } from '../sections.ts';
import { POSTS_CHANGED } from '../stale-after.ts';
import { useFailure, useToast } from '../toasts.tsx';
import { useAction } from '../use-operation.ts';

/** docs/product.md, List of articles. */
const DELETE_QUESTION = 'Êtes-vous sûr de vouloir supprimer cet article ?';
/** On a desktop this alone does not wait for « Publier ». */
const LIVE_DELETE_QUESTION = `${DELETE_QUESTION}

Les lecteurs le voient : il sera retiré du site dès la prochaine synchronisation, sans attendre « Publier ».`;

export interface RowActions {
  readonly edit: (post: AdminPost) => void;
  /** Has a {@link RowPublication} drawn, which asks what the form of the post would ask. */
  readonly publish: (post: AdminPost) => void;
  readonly publishing: AdminPost | null;
  readonly endPublishing: () => void;
  readonly unpublish: (post: AdminPost) => void;
  readonly duplicate: (post: AdminPost) => void;
  /** `onDeleted` once it is gone, so that the focus can go on from there. */
  readonly remove: (post: AdminPost, onDeleted: () => void) => void;
  /** The post something is being done to. */
  readonly busyId: string | null;
}

/** What the rows of the table do; toasts: docs/product.md, Errors and messages. */
export function useRowActions(): RowActions {
  const { go } = useNavigation();
  const toast = useToast();
  const fail = useFailure();
  const { publishing: calls } = useAdmin();
  const [publishing, setPublishing] = useState<AdminPost | null>(null);
  const update = useAction('updatePost', { invalidates: POSTS_CHANGED });
  const duplicate = useAction('duplicatePost', { invalidates: POSTS_CHANGED });
  const remove = useAction('deletePost', { invalidates: POSTS_CHANGED });
  const failed = (otherwise: string) => (error: unknown) => fail(otherwise, error);
  const busy = [update, duplicate, remove].find(({ isPending }) => isPending);

  return {
    edit: ({ id }) => go(postPath(id)),
    publish: setPublishing,
    publishing,
    endPublishing: () => setPublishing(null),
    unpublish: ({ id }) =>
      update.mutate(
        { id, isPublished: false },
        {
          onSuccess: ({ title, change }) =>
            toast(
              change === 'keep'
                ? { title: 'Retrait prêt à publier', description: `« ${title} » reste en ligne jusque-là.` }
                : { title: 'Article dépublié', description: title },
            ),
          onError: failed("Impossible de modifier l'article"),
        },
      ),
    duplicate: ({ id }) =>
      duplicate.mutate(
        { id },
        {
          onSuccess: ({ title }) => toast({ title: 'Article créé', description: title }),
          onError: failed("Impossible de créer l'article"),
        },
      ),
    remove({ id, state }, onDeleted) {
      const isSeen = calls !== undefined && state !== 'draft';
      if (!window.confirm(isSeen ? LIVE_DELETE_QUESTION : DELETE_QUESTION)) return;
      remove.mutate(
        { id },
        {
          onSuccess: () => {
            toast({ title: 'Article supprimé', description: 'Il reste dans la corbeille.' });
            onDeleted();
          },
          onError: failed("Impossible de supprimer l'article"),
        },
      );
    },
    busyId: publishing?.id ?? busy?.variables?.id ?? null,
  };
}
