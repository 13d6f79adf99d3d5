import { useState } from 'react';
import type { AdminPost } from '#content/contract/posts-operations.ts';
import { useApiMutation } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { useNavigation } from '../navigation.tsx';
import { postPath } from '../sections.ts';

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
  const { publishing: calls } = useAdmin();
  const [publishing, setPublishing] = useState<AdminPost | null>(null);
  const update = useApiMutation('updatePost', {
    said: ({ title, change }) =>
      change === 'keep'
        ? { title: 'Retrait prêt à publier', description: `« ${title} » reste en ligne jusque-là.` }
        : { title: 'Article dépublié', description: title },
    failed: "Impossible de modifier l'article",
  });
  const duplicate = useApiMutation('duplicatePost', {
    said: ({ title }) => ({ title: 'Article créé', description: title }),
    failed: "Impossible de créer l'article",
  });
  const remove = useApiMutation('deletePost', {
    said: { title: 'Article supprimé', description: 'Il reste dans la corbeille.' },
    failed: "Impossible de supprimer l'article",
  });
  const busy = [update, duplicate, remove].find(({ isPending }) => isPending);

  return {
    edit: ({ id }) => go(postPath(id)),
    publish: setPublishing,
    publishing,
    endPublishing: () => setPublishing(null),
    unpublish: ({ id }) => update.mutate({ id, isPublished: false }),
    duplicate: ({ id }) => duplicate.mutate({ id }),
    remove({ id, state }, onDeleted) {
      const isSeen = calls !== undefined && state !== 'draft';
      if (!window.confirm(isSeen ? LIVE_DELETE_QUESTION : DELETE_QUESTION)) return;
      remove.mutate({ id }, { onSuccess: onDeleted });
    },
    busyId: publishing?.id ?? busy?.variables?.id ?? null,
  };
}
