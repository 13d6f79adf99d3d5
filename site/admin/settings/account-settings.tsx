import type { ReactNode } from 'react';
import type { User } from '#content/contract/account-operations.ts';
import { quoted } from '#content/model/french-spaces.ts';
import { type Output, useApiMutation, useApiQuery } from '../api/use-api.ts';
import { fieldFault, messageOf } from '../error-text.ts';
import { agentInWords, momentInWords } from '../in-words.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/fields.tsx';
import { type FormTexts, whenSent } from '../kit/form-texts.ts';
import { Loading, NotLoaded } from '../kit/loading.tsx';
import { Row } from '../kit/rows.tsx';
import { useCopy, useToast } from '../toasts.tsx';

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

interface AccountPartProps {
  readonly title?: string;
  /** What its button says. */
  readonly submit: string;
  readonly isSending: boolean;
  readonly onSubmit: (texts: FormTexts, form: HTMLFormElement) => void;
  readonly children: ReactNode;
  /** What came of it, below its button. */
  readonly result?: ReactNode;
}

function AccountPart({ title, submit, isSending, onSubmit, children, result }: AccountPartProps): ReactNode {
  return (
    <form className="settings-form stack" onSubmit={whenSent(onSubmit)}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
      <div className="settings-save">
        <Button type="submit" isBusy={isSending}>
          {submit}
        </Button>
      </div>
      {result}
    </form>
  );
}

function Profile({ user }: { readonly user: User }): ReactNode {
  const update = useApiMutation('updateProfile', { said: { title: 'Profil enregistré' } });
  return (
    <AccountPart
      title="Profil"
      submit="Enregistrer le profil"
      isSending={update.isPending}
      onSubmit={({ displayName = '', email = '' }) => update.mutate({ displayName, email })}
    >
      <TextField
        label="Nom affiché"
        name="displayName"
        hint="C’est lui qui signe chaque modification dans l’historique."
        required
        maxLength={100}
        autoComplete="name"
        defaultValue={user.displayName}
      />
      <TextField
        label="Adresse e-mail"
        name="email"
        hint="Facultative&nbsp;: elle n’apparaît que dans l’historique, jamais sur le site."
        type="email"
        autoComplete="email"
        defaultValue={user.email}
        error={update.isError ? messageOf(update.error, 'Impossible d’enregistrer le profil') : undefined}
      />
    </AccountPart>
  );
}

function PasswordForm(): ReactNode {
  const change = useApiMutation('changePassword', {
    said: { title: 'Mot de passe changé', description: 'Vos autres sessions ont été fermées.' },
  });
  const failed = change.isError
    ? messageOf(change.error, 'Impossible de changer le mot de passe')
    : undefined;
  const isNext = fieldFault(change.error)?.field === 'next';
  return (
    <AccountPart
      title="Mot de passe"
      submit="Changer le mot de passe"
      isSending={change.isPending}
      onSubmit={({ current = '', next = '' }, form) =>
        change.mutate({ current, next }, { onSuccess: () => form.reset() })
      }
    >
      <TextField
        label="Mot de passe actuel"
        name="current"
        type="password"
        required
        autoComplete="current-password"
        error={isNext ? undefined : failed}
      />
      <TextField
        label="Nouveau mot de passe"
        name="next"
        hint="12 caractères au moins&nbsp;: plusieurs mots sans rapport font un bon mot de passe."
        type="password"
        required
        autoComplete="new-password"
        error={isNext ? failed : undefined}
      />
    </AccountPart>
  );
}

/** Another administrator, added by one who is signed in (docs/design.md, HTTP; toasts: docs/product.md, Errors and messages). */
function AddPerson(): ReactNode {
  const register = useApiMutation('register', {
    said: ({ username }) => ({
      title: 'Inscription réussie',
      description: `Le compte ${quoted(username)} a été créé avec succès`,
    }),
  });
  const toast = useToast();
  const failed = register.isError ? messageOf(register.error, 'Registration failed') : undefined;
  const isName = fieldFault(register.error)?.field === 'username';

  function submit({ username = '', password = '' }: FormTexts, form: HTMLFormElement): void {
    register.mutate(
      { username, password },
      {
        onSuccess: () => form.reset(),
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
    <AccountPart
      title="Ajouter un administrateur"
      submit="Ajouter"
      isSending={register.isPending}
      onSubmit={submit}
    >
      <TextField
        label="Nom d’utilisateur"
        name="username"
        required
        maxLength={100}
        autoComplete="off"
        error={isName ? failed : undefined}
      />
      <TextField
        label="Son mot de passe"
        name="password"
        hint="Transmettez-le de vive voix&nbsp;; la personne le changera ici."
        type="password"
        required
        autoComplete="new-password"
        error={isName ? undefined : failed}
      />
    </AccountPart>
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
      <ul className="kit-rows">
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
    <Row
      action={
        !session.isCurrent && (
          <Button size="small" isBusy={end.isPending} onClick={() => end.mutate({ id: session.id })}>
            Déconnecter<span className="unseen"> {agentInWords(session.userAgent)}</span>
          </Button>
        )
      }
    >
      <p title={session.userAgent}>
        {agentInWords(session.userAgent)} {session.isCurrent && <Badge tone="good">Cette session</Badge>}
      </p>
      <p className="kit-fact">
        {session.ipAddress} · ouverte le {momentInWords(session.createdAt)} · vue le{' '}
        {momentInWords(session.lastSeenAt)}
      </p>
    </Row>
  );
}

/** « Déconnecter partout »: this browser too, which then asks to sign in again. */
function EndAll(): ReactNode {
  const endAll = useApiMutation('endAllSessions', { failed: 'Les sessions n’ont pas pu être fermées' });

  function leaveEverywhere(): void {
    if (!window.confirm('Fermer toutes vos sessions, celle-ci comprise\u00a0?')) return;
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
        <ul className="kit-rows">
          {passwords.data.map((password) => (
            <PasswordRow key={password.id} password={password} />
          ))}
        </ul>
      )}
    </>
  );
}

function NewPassword(): ReactNode {
  const create = useApiMutation('createApplicationPassword');
  return (
    <AccountPart
      submit="Créer un mot de passe"
      isSending={create.isPending}
      onSubmit={({ name = '' }, form) => create.mutate({ name }, { onSuccess: () => form.reset() })}
      result={create.data !== undefined && <Secret password={create.data.password} />}
    >
      <TextField
        label="Nom du programme"
        name="name"
        placeholder="Ordinateur portable"
        required
        maxLength={100}
        error={create.isError ? messageOf(create.error, 'Impossible de créer le mot de passe') : undefined}
      />
    </AccountPart>
  );
}

function Secret({ password }: { readonly password: string }): ReactNode {
  const toClipboard = useCopy();
  const copied = {
    said: { title: 'Mot de passe copié' },
    failed: 'Impossible de copier le mot de passe',
  };
  return (
    <div className="settings-secret" role="status">
      <p>Notez-le maintenant, il ne sera plus montré&nbsp;:</p>
      <code>{password}</code>
      <Button size="small" onClick={() => toClipboard(password, copied)}>
        Copier
      </Button>
    </div>
  );
}

type Password = Output<'listApplicationPasswords'>[number];

function PasswordRow({ password }: { readonly password: Password }): ReactNode {
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
    <Row
      action={
        <Button size="small" variant="danger" isBusy={remove.isPending} onClick={revoke}>
          Révoquer<span className="unseen"> {quoted(name)}</span>
        </Button>
      }
    >
      <p>{name}</p>
      <p className="kit-fact">
        Créé le {momentInWords(createdAt)} ·{' '}
        {lastUsedAt === null ? 'jamais utilisé' : `utilisé le ${momentInWords(lastUsedAt)}`}
      </p>
    </Row>
  );
}
