import type { ReactNode } from 'react';
import type { CloneState } from '#desktop/host/clone-calls.ts';
import { Button } from '#site/admin/kit/button.tsx';

type Running = Extract<CloneState, { kind: 'running' }>;

const STEPS: Readonly<Record<Running['step'], string>> = {
  connect: 'Connexion',
  receive: 'Réception des articles',
  check: 'Vérification de ce qui est arrivé',
  send: 'Envoi du nouveau site',
  write: 'Écriture des fichiers',
  open: 'Ouverture de vos articles',
};

const COUNT = new Intl.NumberFormat('fr-FR');
const SIZE = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });

interface CloneProgressProps {
  readonly running: Running;
  readonly onCancel: () => void;
}

/** How far the copy is, in words and as a bar, and a way out of it. */
export function CloneProgress({ running, onCancel }: CloneProgressProps): ReactNode {
  const { step, done, total } = running;
  const words = countsOf(running);
  return (
    <section className="first-run-card" aria-labelledby="clone_step">
      <h2 id="clone_step" role="status">
        {STEPS[step]}
      </h2>
      <progress
        className="first-run-progress"
        aria-labelledby="clone_step"
        {...(total === null || total === 0 ? {} : { value: done, max: total })}
      />
      <p className="first-run-counts">{words}</p>
      <p>Vous pouvez arrêter : ce qui est arrivé entier sert à la prochaine fois.</p>
      <div className="first-run-buttons">
        <Button onClick={onCancel}>Arrêter la copie</Button>
      </div>
    </section>
  );
}

/** « 45 % (4 500 fichiers sur 10 000) », or what came so far where nobody knows how much is to come. */
function countsOf({ step, done, total }: Running): string {
  if (step === 'connect' || step === 'open') return '';
  const isBytes = step === 'receive' || step === 'send';
  const count = (value: number) => (isBytes ? `${SIZE.format(value / 1e6)}\u00a0Mo` : COUNT.format(value));
  const what = isBytes ? '' : step === 'write' ? ' fichiers' : ' objets';
  if (total === null || total === 0) return `${count(done)}${what}`;
  return `${Math.floor((done / total) * 100)}\u00a0% (${count(done)}${what} sur ${count(total)})`;
}
