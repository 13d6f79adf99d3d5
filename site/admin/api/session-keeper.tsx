import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { Client } from '#content/contract/client.ts';
import { invalidate } from '../api/use-api.ts';
import { Dialog } from '../kit/dialog.tsx';
import { LoginForm } from '../login/login-form.tsx';
import { createSignInGate, keepSession } from './keep-session.ts';

/** The client whose calls survive a lost session, and the dialog that asks to sign in again, to be rendered. */
export function useSessionKeeper(client: Client): { readonly client: Client; readonly dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const [gate] = useState(() => createSignInGate(setOpen));
  const kept = useMemo(() => keepSession(client, gate.ask), [client, gate]);
  return { client: kept, dialog: isOpen && <SignInAgain onAnswer={gate.answer} /> };
}

function SignInAgain({ onAnswer }: { readonly onAnswer: (isSignedIn: boolean) => void }): ReactNode {
  const queries = useQueryClient();
  return (
    <Dialog
      title="Votre session a pris fin"
      description="Reconnectez-vous pour continuer : rien de ce que vous avez écrit n’est perdu."
      onClose={() => onAnswer(false)}
    >
      <LoginForm
        onSignedIn={() => {
          invalidate(queries, ['getUser']);
          onAnswer(true);
        }}
      />
    </Dialog>
  );
}
