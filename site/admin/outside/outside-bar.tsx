import { type ReactNode, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { OutsideClash } from './outside-clash.tsx';
import { type Outside, useOutsideWatch } from './use-outside.ts';
import './outside.css';

interface Clash {
  readonly path: string;
  readonly reason: string;
}

/** What other programs did in the folder, as far as the author has to know or choose; nothing otherwise. */
export function OutsideBar(): ReactNode {
  const outside = useOutsideWatch();
  const [isOpen, setOpen] = useState(false);
  const [compared, setCompared] = useState<Clash | null>(null);
  const clashes = outside?.left.filter(({ isClash }) => isClash) ?? [];
  if (outside === undefined) return null;
  if (outside.paused === null && clashes.length === 0 && compared === null) return null;
  function leaveOne(): void {
    setCompared(null);
    setOpen(clashes.length > 1);
  }

  return (
    <>
      <span role="status">
        <button type="button" className="outside-bar" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <span className="outside-bar-dot" aria-hidden="true" />
          {barWords(outside, clashes.length)}
        </button>
      </span>
      {isOpen && compared !== null && <OutsideClash {...compared} onClose={leaveOne} />}
      {isOpen && compared === null && (
        <Dialog
          title="Dossier des articles"
          description="Ce que d’autres programmes ont changé dans le dossier, et qui attend votre choix."
          width="wide"
          onClose={() => setOpen(false)}
        >
          {outside.paused !== null && <p className="outside-paused">{outside.paused}</p>}
          <ul className="outside-list">
            {clashes.map(({ path, reason }) => (
              <li key={path}>
                <p className="outside-path">
                  <code>{path}</code>
                </p>
                <p>{reason}</p>
                <p className="outside-answers">
                  <Button size="small" onClick={() => setCompared({ path, reason })}>
                    Comparer et choisir
                  </Button>
                </p>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

function barWords({ paused }: Outside, clashes: number): string {
  if (clashes === 0) return paused === null ? '' : 'Dossier en pause';
  return clashes === 1 ? 'Un fichier à décider' : `${clashes} fichiers à décider`;
}
