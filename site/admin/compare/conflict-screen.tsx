import { type ReactNode, Suspense } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Loading, section } from '../kit/loading.tsx';
import { CONFLICT_TITLE } from './conflict-words.ts';
import type { DisputedEditProps } from './disputed-edit.tsx';

const NOT_LOADED =
  'De quoi comparer ces versions n’a pas pu être chargé. Rien n’a été enregistré. Rechargez la page pour essayer de nouveau\u00a0: un texte en cours vous y sera proposé.';

/** It renders articles itself, which takes a third of all the code of the admin: loaded once two versions clash. */
const DisputedEdit = section(async () => (await import('./disputed-edit.tsx')).DisputedEdit, NotLoaded);

/** Two versions of an article that do not go together, part by part; nothing is sent before the author says so. */
export function ConflictScreen(props: DisputedEditProps): ReactNode {
  const waiting = (
    <Dialog title={CONFLICT_TITLE} onClose={props.onLeave}>
      <Loading />
    </Dialog>
  );
  return (
    <Suspense fallback={waiting}>
      <DisputedEdit {...props} />
    </Suspense>
  );
}

function NotLoaded({ onLeave }: Pick<DisputedEditProps, 'onLeave'>): ReactNode {
  return (
    <Dialog title={CONFLICT_TITLE} description={NOT_LOADED} onClose={onLeave}>
      <DialogActions>
        <Button variant="gold" onClick={onLeave}>
          Revenir
        </Button>
      </DialogActions>
    </Dialog>
  );
}
