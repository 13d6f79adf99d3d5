import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditConflict } from '#content/contract/conflict.ts';
import type { HistoryVersion } from '#content/contract/history-operations.ts';
import { capitalized, type OfKind, postWords } from '#content/model/post-words.ts';
import { type Input, type Output, useApiMutation } from '../api/use-api.ts';
import { conflictOf } from '../error-text.ts';
import { changedFields, type FormValues, valuesOf } from '../post-form/form-values.ts';
import { useFailure, useToast } from '../toasts.tsx';

export type Restored = Pick<Input<'restorePostVersion'>, 'commit' | 'part' | 'paragraph'>;

/** What is restored changed meanwhile too: both texts, for the author to resolve. */
interface Clash {
  readonly wanted: Restored;
  readonly conflict: EditConflict;
}

/** The version that is shown as today's. */
type Seen = Pick<HistoryVersion, 'revision' | 'slug'> | undefined;

/** Takes a post, or a part of it, back to an older version, and says what came of it. */
export function useRestoring(postId: string, post: OfKind) {
  const action = useApiMutation('restorePostVersion');
  const queries = useQueryClient();
  const toast = useToast();
  const fail = useFailure();
  const [clash, setClash] = useState<Clash | null>(null);

  function send(wanted: Restored, seen: Seen, resolved?: Input<'restorePostVersion'>['resolved']): void {
    action.mutate(
      { id: postId, ...wanted, revision: seen?.revision, fromSlug: seen?.slug, resolved },
      {
        onSuccess: (saved) => {
          setClash(null);
          toast(saidOf(saved, post));
        },
        onError: (error) => {
          const conflict = conflictOf(error);
          if (conflict !== null) {
            setClash({ wanted, conflict });
            return;
          }
          fail('Impossible de rétablir cette version', error);
        },
      },
    );
  }

  return {
    restore: send,
    clash: clash?.conflict ?? null,
    /** The author chose: saved over what the screen shows as today's, which stays until it is; what changed since is merged, or asked again. */
    resolve(values: FormValues): void {
      if (clash === null || action.isPending) return;
      const { wanted, conflict } = clash;
      send(wanted, conflict.theirs, changedFields(valuesOf(conflict.theirs), values));
    },
    /** Nothing is restored. The list is asked anew: it has what changed meanwhile. */
    leave(): void {
      setClash(null);
      void queries.invalidateQueries({ queryKey: ['getPostHistory'] });
    },
    isBusy: action.isPending,
  };
}

function saidOf({ change, wasMerged }: Output<'restorePostVersion'>, post: OfKind) {
  const { the } = postWords(post);
  if (change === 'none')
    return { title: 'Rien à rétablir', description: `${capitalized(the)} est déjà ainsi.` };
  if (change === 'keep')
    return {
      title: 'Version rétablie, prête à publier',
      description: `Les lecteurs voient ${the} comme avant jusqu’à ce que vous publiiez.`,
    };
  const title = wasMerged ? 'Version rétablie, avec les changements faits ailleurs' : 'Version rétablie';
  return {
    title,
    description: 'C’est une nouvelle version\u00a0: celles d’avant restent dans l’historique.',
  };
}
