import { type ReactNode, useState } from 'react';
import { Button } from '#site/admin/kit/button.tsx';
import { messageOf } from './first-run/message-of.ts';

interface StopFollowingProps {
  readonly onStop: (input: Record<string, never>) => Promise<unknown>;
  readonly onStopped: () => void;
}

/** Ends the exchange with the repository, after asking once more. */
export function StopFollowing({ onStop, onStopped }: StopFollowingProps): ReactNode {
  const [step, setStep] = useState<'quiet' | 'asking'>('quiet');
  const [fault, setFault] = useState<string | null>(null);

  async function stop(): Promise<void> {
    try {
      await onStop({});
      onStopped();
    } catch (error) {
      setFault(messageOf(error));
    }
  }

  if (step === 'quiet')
    return (
      <div>
        <Button onClick={() => setStep('asking')}>Ne plus suivre ce dépôt</Button>
      </div>
    );
  return (
    <div className="stack">
      <p>
        Plus rien ne sera envoyé ni reçu, et le mot de passe sera oublié. Vos articles restent sur cet
        ordinateur.
      </p>
      {fault !== null && <p role="alert">{fault}</p>}
      <div className="settings-save">
        <Button onClick={() => setStep('quiet')}>Continuer à suivre</Button>
        <Button variant="danger" onClick={() => void stop()}>
          Ne plus suivre
        </Button>
      </div>
    </div>
  );
}
