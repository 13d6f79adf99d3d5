import { type ReactNode, type SubmitEvent, useState } from 'react';
import { messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/fields.tsx';
import { useToast } from '../toasts.tsx';
import { useAction } from '../use-operation.ts';

/** Another administrator, added by one who is signed in (docs/design.md, HTTP; toasts: docs/product.md, Errors and messages). */
export function AddPerson(): ReactNode {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const register = useAction('register');
  const toast = useToast();

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    register.mutate(
      { username, password },
      {
        onSuccess: (user) => {
          setUsername('');
          setPassword('');
          toast({
            title: 'Inscription réussie',
            description: `Le compte « ${user.username} » a été créé avec succès`,
          });
        },
        onError: (error) =>
          toast({
            title: "Erreur d'inscription",
            description: messageOf(error, 'Registration failed'),
            variant: 'destructive',
          }),
      },
    );
  }

  return (
    <form className="settings-form stack" onSubmit={submit}>
      <h2>Ajouter un administrateur</h2>
      <TextField
        label="Nom d’utilisateur"
        required
        maxLength={100}
        autoComplete="off"
        value={username}
        onChange={({ target }) => setUsername(target.value)}
      />
      <TextField
        label="Son mot de passe"
        hint="Transmettez-le de vive voix ; la personne le changera ici."
        type="password"
        required
        autoComplete="new-password"
        value={password}
        error={register.isError ? messageOf(register.error, 'Registration failed') : undefined}
        onChange={({ target }) => setPassword(target.value)}
      />
      <div className="settings-save">
        <Button type="submit" isBusy={register.isPending}>
          Ajouter
        </Button>
      </div>
    </form>
  );
}
