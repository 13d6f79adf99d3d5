import { type ReactNode, useState } from 'react';
import { Dialog } from '../kit/dialog.tsx';
import { OutsideClash } from './outside-clash.tsx';
import { type Outside, useOutsideWatch } from './use-outside.ts';
import './outside.css';

/** What other programs did in the folder, as far as the author has to know or choose; nothing otherwise. */
export function OutsideBar(): ReactNode {
  const outside = useOutsideWatch();
  const [isOpen, setOpen] = useState(false);
  const clashes = outside?.left.filter(({ isClash }) => isClash) ?? [];
  if (outside === undefined || (outside.paused === null && clashes.length === 0)) return null;
  return (
    <>
      <span role="status">
        <button type="button" className="outside-bar" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <span className="outside-bar-dot" aria-hidden="true" />
          {barWords(outside, clashes.length)}
        </button>
      </span>
      {isOpen && (
        <Dialog
          title="Dossier des articles"
          description="Ce que d’autres programmes ont changé dans le dossier, et qui attend votre choix."
          width="wide"
          onClose={() => setOpen(false)}
        >
          {outside.paused !== null && <p className="outside-paused">{outside.paused}</p>}
          <ul className="outside-list">
            {clashes.map(({ path, reason }) => (
              <OutsideClash key={path} path={path} reason={reason} onLeave={() => setOpen(false)} />
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
