import { type ReactNode, useState } from 'react';
import { Differences } from '../conflict/differences.tsx';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import type { FormValues } from './form-values.ts';

interface PendingBannerProps {
  readonly values: FormValues;
  readonly live: FormValues;
}

/** Says that the form shows a pending version, and shows what readers still have. */
export function PendingBanner({ values, live }: PendingBannerProps): ReactNode {
  const [isShown, setShown] = useState(false);
  return (
    <div className="kept-banner">
      <p>Vous modifiez une version en attente : les lecteurs voient encore celle qui est en ligne.</p>
      <Button size="small" onClick={() => setShown(true)}>
        Voir la version en ligne
      </Button>
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
