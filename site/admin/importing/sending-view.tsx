import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { sizeInWords } from '#content/contract/in-words.ts';
import { Button } from '../kit/button.tsx';
import type { Sending } from './use-sending.ts';

interface SendingViewProps {
  readonly sending: Exclude<Sending, { kind: 'none' }>;
  readonly onStop: () => void;
  readonly onResume: () => void;
  /** Back to where exports are chosen; what came is kept. */
  readonly onLeave: () => void;
}

/** An export on its way to the site, or what cut it. */
export function SendingView({ sending, onStop, onResume, onLeave }: SendingViewProps): ReactNode {
  if (sending.kind === 'cut')
    return (
      <div className="import">
        <h2>Envoi interrompu</h2>
        <ImportNow key="cut" label="Envoi interrompu">
          <p role="alert">{sending.reason}</p>
          <p className="kit-fact">Ce qui est déjà arrivé n’est pas renvoyé.</p>
          <div className="import-actions">
            <Button variant="gold" onClick={onResume}>
              Reprendre
            </Button>
            <Button onClick={onLeave}>Plus tard</Button>
          </div>
        </ImportNow>
      </div>
    );
  const { name, done, total } = sending;
  return (
    <div className="import">
      <h2>Envoi de l’export</h2>
      <ImportNow key="sending" label="Envoi de l’export">
        <ProgressLine label={`Envoi de ${name}`} done={done} total={total}>
          {sizeInWords(Math.round(done))} sur {sizeInWords(total)}
        </ProgressLine>
        <p className="kit-fact">
          Gardez cette page ouverte. Une coupure ne fait rien perdre&nbsp;: l’envoi reprend où il en était.
        </p>
        <div className="import-actions">
          <Button onClick={onStop}>Arrêter l’envoi</Button>
        </div>
      </ImportNow>
    </div>
  );
}

interface ProgressLineProps {
  readonly label: string;
  readonly done: number;
  /** Null while nobody knows. */
  readonly total: number | null;
  readonly children: ReactNode;
}

/** A bar, and what it says in words. */
export function ProgressLine({ label, done, total, children }: ProgressLineProps): ReactNode {
  return (
    <div className="import-progress">
      <p>
        {label} <span className="kit-fact">{children}</span>
      </p>
      {total === null || total === 0 ? (
        <progress className="kit-progress" aria-label={label} />
      ) : (
        <progress className="kit-progress" aria-label={label} max={total} value={Math.min(done, total)} />
      )}
    </div>
  );
}

interface ImportNowProps {
  /** What it is called to who listens. */
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * How an import stands, in a box of its own. Each step takes the place of the one before, and with it of the button that was pressed: the
 * focus then comes here, and nowhere where it is elsewhere.
 */
export function ImportNow({ label, children }: ImportNowProps): ReactNode {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <section ref={box} tabIndex={-1} className="import-now" aria-label={label}>
      {children}
    </section>
  );
}
