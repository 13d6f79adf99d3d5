import { type ReactNode, useState } from 'react';
import type { EditablePost } from '#content/contract/posts-operations.ts';
import { capitalized, postWords } from '#content/model/post-words.ts';
import { useApiQuery } from '../api/use-api.ts';
import { Differences } from '../compare/sides.tsx';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { useStanding } from '../sync-bar/sync-answers.tsx';
import { sidesOf } from '../sync-bar/sync-words.ts';
import { DROP_QUESTION } from './form-actions.tsx';
import type { FormState } from './form-state.ts';
import type { FormValues } from './form-values.ts';

interface PendingBannerProps {
  readonly state: FormState;
  /** The version beside it, which readers may have. */
  readonly live: FormValues;
  /** Has both texts put together, on the screen for that where they clash. */
  readonly onUnite: () => void;
}

/** Says that the form shows a pending version, and shows what readers still have. */
export function PendingBanner({ state: { id, values }, live, onUnite }: PendingBannerProps): ReactNode {
  const isClash = useIsClash(id);
  const isLive = live.isPublished;
  const { this: this_, e, them } = postWords(values);
  const { ours, theirs } = sidesOf(useStanding());
  const [isShown, setShown] = useState(false);
  return (
    <div className="kept-banner">
      {isClash ? (
        <p>
          {isLive
            ? `${capitalized(this_)} a été modifié${e} ici et ailleurs, aux mêmes endroits. Les lecteurs voient la version ${ours}\u00a0; celle ${theirs} attend ci-dessous.`
            : 'Ce brouillon a été modifié ici et ailleurs, aux mêmes endroits. L’un des deux textes est ci-dessous\u00a0; réunissez-les pour ne rien perdre de l’autre.'}
        </p>
      ) : (
        <p>
          {isLive
            ? 'Vous modifiez une version en attente\u00a0: les lecteurs voient encore celle qui est en ligne.'
            : `${capitalized(this_)} attend d’être publié${e}\u00a0: les lecteurs ne ${them} voient pas encore.`}
        </p>
      )}
      {isClash && (
        <Button size="small" variant="gold" onClick={onUnite}>
          Réunir les deux versions
        </Button>
      )}
      {isLive && (
        <Button size="small" onClick={() => setShown(true)}>
          Voir la version en ligne
        </Button>
      )}
      {isShown && (
        <Dialog
          title="Version en ligne"
          description="Ce que les lecteurs voient, là où elle diffère de votre texte. Ce qui n’est plus dans votre texte est souligné."
          width="wide"
          onClose={() => setShown(false)}
        >
          <Differences before={values} after={live} />
          <DialogActions>
            <Button onClick={() => setShown(false)}>Fermer</Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}

/** Tells who writes an article that its text is another one by now. */
export function NewsBanner({ state: { news, values } }: Pick<PendingBannerProps, 'state'>): ReactNode {
  if (news === 'none') return null;
  const changed = `${capitalized(postWords(values).this)} a changé entre-temps\u00a0:`;
  return (
    <p className="kept-banner" role="status">
      {news === 'changed'
        ? `${changed} votre prochain enregistrement réunira les deux textes.`
        : `${changed} voici son texte à jour.`}
    </p>
  );
}

interface UnreadableBannerProps {
  readonly values: FormValues;
  readonly unreadable: NonNullable<EditablePost['unreadable']>;
  readonly isBusy: boolean;
  readonly onDrop: () => void;
}

/** Says that another text waits, in a file that cannot be read, and lets go of it. */
export function UnreadableBanner({ values, unreadable, ...drop }: UnreadableBannerProps): ReactNode {
  const { path, line, reason } = unreadable;
  return (
    <div className="kept-banner kept-banner-alert">
      <p>
        Un autre texte de {postWords(values).this} attend, dans un fichier qui ne peut pas être lu (
        <code>{path}</code>
        {line > 0 && <>, ligne {line}</>}). {reason} Corrigez ce fichier, ou abandonnez ce texte&nbsp;: il
        reste dans l’historique du dépôt.
      </p>
      <Button
        size="small"
        variant="danger"
        isBusy={drop.isBusy}
        onClick={() => {
          if (window.confirm(DROP_QUESTION)) drop.onDrop();
        }}
      >
        Abandonner ce texte
      </Button>
    </div>
  );
}

/** Whether what is pending came from another repository, and clashes with what readers have. */
function useIsClash(id: string | null): boolean {
  const { data = [] } = useApiQuery('listSyncConflicts', {});
  return data.some(({ postId, isPending }) => isPending && postId === id);
}
