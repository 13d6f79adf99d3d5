import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { User } from '#content/contract/account-operations.ts';
import { OperationError } from '#content/contract/client.ts';
import { quoted } from '#content/model/french-spaces.ts';
import { type Output, useApiMutation, useApiQuery } from '../api/use-api.ts';
import { messageOf } from '../error-text.ts';
import { agentInWords, momentInWords } from '../in-words.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/fields.tsx';
import { Loading, NotLoaded } from '../kit/loading.tsx';
import { useCopy, useToast } from '../toasts.tsx';
import { SmallForm } from './settings-form.tsx';

/** Who signs the commits, and with which password they sign in. */
export function AccountSettings(): ReactNode {
  const user = useApiQuery('getUser', {});
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
  const update = useApiMutation('updateProfile', { said: { title: 'Profil enregistré' } });

  return (
    <SmallForm
      title="Profil"
      submit="Enregistrer le profil"
      isSending={update.isPending}
      onSubmit={() => update.mutate({ displayName, email })}
    >
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
    </SmallForm>
  );
}

function PasswordForm(): ReactNode {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useApiMutation('changePassword', {
    said: { title: 'Mot de passe changé', description: 'Vos autres sessions ont été fermées.' },
  });

  const faults = change.isError ? passwordFaults(change.error) : {};

  function clear(): void {
    setCurrent('');
    setNext('');
  }

  return (
    <SmallForm
      title="Mot de passe"
      submit="Changer le mot de passe"
      isSending={change.isPending}
      onSubmit={() => change.mutate({ current, next }, { onSuccess: clear })}
    >
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
    </SmallForm>
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
  const register = useApiMutation('register');
  const toast = useToast();

  function submit(): void {
    register.mutate(
      { username, password },
      {
        onSuccess: (user) => {
          setUsername('');
          setPassword('');
          toast({
            title: 'Inscription réussie',
            description: `Le compte ${quoted(user.username)} a été créé avec succès`,
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
    <SmallForm
      title="Ajouter un administrateur"
      submit="Ajouter"
      isSending={register.isPending}
      onSubmit={submit}
    >
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
    </SmallForm>
  );
}

type Session = Output<'listSessions'>[number];

/** Where one is signed in, and how to end it. */
export function SessionsSettings(): ReactNode {
  const sessions = useApiQuery('listSessions', {});
  if (sessions.data === undefined)
    return <NotLoaded query={sessions} failed="Les sessions n’ont pas pu être lues" />;
  return (
    <>
      <ul className="settings-rows">
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <EndAll />
    </>
  );
}

function SessionRow({ session }: { readonly session: Session }): ReactNode {
  const end = useApiMutation('endSession', {
    said: { title: 'Session fermée' },
    failed: 'La session n’a pas pu être fermée',
  });
  return (
    <li>
      <div>
        <p title={session.userAgent}>
          {agentInWords(session.userAgent)} {session.isCurrent && <Badge tone="good">Cette session</Badge>}
        </p>
        <p className="settings-facts">
          {session.ipAddress} · ouverte le {momentInWords(session.createdAt)} · vue le{' '}
          {momentInWords(session.lastSeenAt)}
        </p>
      </div>
      {!session.isCurrent && (
        <Button size="small" isBusy={end.isPending} onClick={() => end.mutate({ id: session.id })}>
          Déconnecter<span className="unseen"> {agentInWords(session.userAgent)}</span>
        </Button>
      )}
    </li>
  );
}

/** « Déconnecter partout »: this browser too, which then asks to sign in again. */
function EndAll(): ReactNode {
  const endAll = useApiMutation('endAllSessions', { failed: 'Les sessions n’ont pas pu être fermées' });

  function leaveEverywhere(): void {
    if (!window.confirm('Fermer toutes vos sessions, celle-ci comprise ?')) return;
    endAll.mutate({}, { onSuccess: () => window.location.assign('/auth') });
  }

  return (
    <div className="settings-save">
      <Button variant="danger" isBusy={endAll.isPending} onClick={leaveEverywhere}>
        Déconnecter partout
      </Button>
    </div>
  );
}

/** Passwords for programs (the desktop app, git): each is shown once and can be revoked alone. */
export function ApplicationPasswords(): ReactNode {
  const passwords = useApiQuery('listApplicationPasswords', {});
  return (
    <>
      <p className="admin-lead">
        Un mot de passe d’application ouvre le dépôt à un programme (git, l’application de bureau) sans lui
        confier le vôtre. Il n’est montré qu’une fois et se révoque seul.
      </p>
      <NewPassword />
      {passwords.data === undefined ? (
        <NotLoaded query={passwords} failed="Les mots de passe n’ont pas pu être lus" />
      ) : (
        <ul className="settings-rows">
          {passwords.data.map((password) => (
            <PasswordRow key={password.id} password={password} />
          ))}
        </ul>
      )}
    </>
  );
}

function NewPassword(): ReactNode {
  const [name, setName] = useState('');
  const create = useApiMutation('createApplicationPassword');
  const toClipboard = useCopy();
  const copied = {
    said: { title: 'Mot de passe copié' },
    failed: 'Impossible de copier le mot de passe',
  };

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    create.mutate({ name }, { onSuccess: () => setName('') });
  }

  return (
    <form className="settings-form stack" onSubmit={submit}>
      <TextField
        label="Nom du programme"
        placeholder="Ordinateur portable"
        required
        maxLength={100}
        value={name}
        error={create.isError ? messageOf(create.error, 'Impossible de créer le mot de passe') : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="settings-save">
        <Button type="submit" isBusy={create.isPending}>
          Créer un mot de passe
        </Button>
      </div>
      {create.data !== undefined && (
        <div className="settings-secret" role="status">
          <p>Notez-le maintenant, il ne sera plus montré :</p>
          <code>{create.data.password}</code>
          <Button size="small" onClick={() => toClipboard(create.data.password, copied)}>
            Copier
          </Button>
        </div>
      )}
    </form>
  );
}

function PasswordRow({
  password,
}: {
  readonly password: Output<'listApplicationPasswords'>[number];
}): ReactNode {
  const { id, name, createdAt, lastUsedAt } = password;
  const remove = useApiMutation('deleteApplicationPassword', {
    said: { title: 'Mot de passe révoqué', description: name },
    failed: 'Le mot de passe n’a pas pu être révoqué',
  });

  function revoke(): void {
    if (!window.confirm(`Révoquer le mot de passe ${quoted(name)}\u00a0?`)) return;
    remove.mutate({ id });
  }

  return (
    <li>
      <div>
        <p>{name}</p>
        <p className="settings-facts">
          Créé le {momentInWords(createdAt)} ·{' '}
          {lastUsedAt === null ? 'jamais utilisé' : `utilisé le ${momentInWords(lastUsedAt)}`}
        </p>
      </div>
      <Button size="small" variant="danger" isBusy={remove.isPending} onClick={revoke}>
        Révoquer<span className="unseen"> {quoted(name)}</span>
      </Button>
    </li>
  );
}
