import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { User } from '#content/contract/account-operations.ts';
import { OperationError } from '#content/contract/client.ts';
import { messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/fields.tsx';
import { Loading } from '../kit/loading.tsx';
import { useToast } from '../toasts.tsx';
import { useAction, useOperation } from '../use-operation.ts';

/** Who signs the commits, and with which password they sign in. */
export function AccountSettings(): ReactNode {
  const user = useOperation('getUser', {});
  return (
    <>
      {user.data === undefined ? <Loading /> : <Profile key={user.data.id} user={user.data} />}
      <PasswordForm />
      <AddPerson />
    </>
  );
}

function Profile({ user }: { readonly user: User }): ReactNode {
  const [displayName, setDisplayName] = useState(user.displayName);
  const [email, setEmail] = useState(user.email);
  const update = useAction('updateProfile', { said: { title: 'Profil enregistré' } });

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    update.mutate({ displayName, email });
  }

  return (
    <form className="settings-form stack" onSubmit={submit}>
      <h2>Profil</h2>
      <TextField
        label="Nom affiché"
        hint="C’est lui qui signe chaque modification dans l’historique."
        required
        maxLength={100}
        autoComplete="name"
        value={displayName}
        onChange={({ target }) => setDisplayName(target.value)}
      />
      <TextField
        label="Adresse e-mail"
        hint="Facultative : elle n’apparaît que dans l’historique, jamais sur le site."
        type="email"
        autoComplete="email"
        value={email}
        error={update.isError ? messageOf(update.error, 'Impossible d’enregistrer le profil') : undefined}
        onChange={({ target }) => setEmail(target.value)}
      />
      <div className="settings-save">
        <Button type="submit" isBusy={update.isPending}>
          Enregistrer le profil
        </Button>
      </div>
    </form>
  );
}

function PasswordForm(): ReactNode {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useAction('changePassword');
  const toast = useToast();

  const faults = change.isError ? passwordFaults(change.error) : {};

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    change.mutate(
      { current, next },
      {
        onSuccess: () => {
          setCurrent('');
          setNext('');
          toast({ title: 'Mot de passe changé', description: 'Vos autres sessions ont été fermées.' });
        },
      },
    );
  }

  return (
    <form className="settings-form stack" onSubmit={submit}>
      <h2>Mot de passe</h2>
      <TextField
        label="Mot de passe actuel"
        type="password"
        required
        autoComplete="current-password"
        value={current}
        error={faults.current}
        onChange={({ target }) => setCurrent(target.value)}
      />
      <TextField
        label="Nouveau mot de passe"
        hint="12 caractères au moins : plusieurs mots sans rapport font un bon mot de passe."
        type="password"
        required
        autoComplete="new-password"
        value={next}
        error={faults.next}
        onChange={({ target }) => setNext(target.value)}
      />
      <div className="settings-save">
        <Button type="submit" isBusy={change.isPending}>
          Changer le mot de passe
        </Button>
      </div>
    </form>
  );
}

/** Which of the two passwords the refusal is about. */
function passwordFaults(error: Error): { readonly current?: string; readonly next?: string } {
  const message = messageOf(error, 'Impossible de changer le mot de passe');
  const isNext = error instanceof OperationError && error.data['field'] === 'next';
  return isNext ? { next: message } : { current: message };
}

/** Another administrator, added by one who is signed in (docs/design.md, HTTP; toasts: docs/product.md, Errors and messages). */
function AddPerson(): ReactNode {
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
