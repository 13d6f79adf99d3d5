import { useState } from 'react';
import type { AdminPost, SavedPost } from '#content/contract/posts-operations.ts';
import { quoted } from '#content/model/french-spaces.ts';
import { deletedWords, type OfKind, postWords } from '#content/model/post-words.ts';
import { useApiMutation } from '../api/use-api.ts';
import { useIsPublishedApart } from '../context.ts';
import { createId } from '../create-id.ts';
import { useNavigation } from '../navigation.tsx';
import { doneTitle } from '../post-form/use-saving.ts';
import { postPath } from '../sections.ts';
import { type Toast, useFailure, useToast } from '../toasts.tsx';

/** docs/product.md, List of articles. On a desktop the deletion of what readers see alone does not wait for « Publier ». */
export function deleteQuestion(post: OfKind & Pick<AdminPost, 'state'>, isApart: boolean): string {
  const { this: this_, it, them, e } = postWords(post);
  const question = `Êtes-vous sûr de vouloir supprimer ${this_}\u00a0?`;
  return isApart && post.state === 'published'
    ? `${question}\n\nLes lecteurs ${them} voient\u00a0: ${it} sera retiré${e} du site dès la prochaine synchronisation, sans attendre ${quoted('Publier')}.`
    : question;
}

/** What the rows of the table do; toasts: docs/product.md, Errors and messages. */
export function useRowActions() {
  const { go } = useNavigation();
  const isApart = useIsPublishedApart();
  const [publishing, setPublishing] = useState<AdminPost | null>(null);
  const toast = useToast();
  const fail = useFailure();
  const update = useApiMutation('updatePost');
  const duplicate = useApiMutation('duplicatePost');
  const remove = useApiMutation('deletePost');
  const busy = [update, duplicate, remove].find(({ isPending }) => isPending);

  /** Says how it went, in the words for that post, also once the list was left. */
  function tell<Answer>(
    post: AdminPost,
    verb: string,
    done: Promise<Answer>,
    said: (answer: Answer) => Toast,
  ): void {
    const failed = `Impossible de ${verb} ${postWords(post).theInTitles}`;
    done.then(
      (answer) => toast(said(answer)),
      (error: unknown) => fail(failed, error),
    );
  }

  return {
    edit: ({ id }: AdminPost): void => go(postPath(id)),
    /** Has a {@link RowPublication} drawn, which asks what the form of the post would ask. */
    publish: (post: AdminPost): void => setPublishing(post),
    publishing,
    endPublishing: (): void => setPublishing(null),
    unpublish: (post: AdminPost): void =>
      tell(post, 'modifier', update.mutateAsync({ id: post.id, isPublished: false }), unpublishedWords),
    duplicate(post: AdminPost): void {
      const { isError, variables: last } = duplicate;
      // Asked again after a failure, it may be there.
      const asked = isError && last.id === post.id ? last : { id: post.id, key: createId() };
      tell(post, 'créer', duplicate.mutateAsync(asked), (copy) => ({
        title: doneTitle(copy, 'créé'),
        description: copy.title,
      }));
    },
    /** `onDeleted` once it is gone, so that the focus can go on from there. */
    remove(post: AdminPost, onDeleted: () => void): void {
      if (!window.confirm(deleteQuestion(post, isApart))) return;
      const removed = remove.mutateAsync({ id: post.id }).then(onDeleted);
      tell(post, 'supprimer', removed, () => deletedWords(post));
    },
    /** The post something is being done to. */
    busyId: publishing?.id ?? busy?.variables?.id ?? null,
  };
}

export type RowActions = ReturnType<typeof useRowActions>;

function unpublishedWords(post: SavedPost): Toast {
  return post.change === 'keep'
    ? { title: 'Retrait prêt à publier', description: `${quoted(post.title)} reste en ligne jusque-là.` }
    : { title: doneTitle(post, 'dépublié'), description: post.title };
}
