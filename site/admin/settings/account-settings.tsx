import type { ReactNode } from 'react';
import type { User } from '#content/contract/account-operations.ts';
import { operations } from '#content/contract/operations.ts';
import { quoted } from '#content/model/french-spaces.ts';
import { type Output, useApiMutation, useApiQuery } from '../api/use-api.ts';
import { agentInWords, momentInWords } from '../in-words.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/fields.tsx';
import type { NamedField, TextForm } from '../kit/form-texts.ts';
import { useGuardedForm } from '../kit/guarded-form.ts';
import { NotLoaded } from '../kit/loading.tsx';
import { Row } from '../kit/rows.tsx';
import { useNavigation } from '../navigation.tsx';
import { useCopy } from '../toasts.tsx';

/** Who signs the commits, and with which password they sign in. */
export function AccountSettings(): ReactNode {
  const user = useApiQuery('getUser', {});
  return (
    <>
      {user.data === undefined ? (
        <NotLoaded query={user} failed="Votre profil n’a pas pu être lu" />
      ) : (
        <Profile key={user.data.id} user={user.data} />
      )}
      <PasswordForm />
      <AddPerson />
    </>
  );
}

interface AccountPartProps<Sent> extends TextForm<Sent> {
  readonly title?: string;
  /** What its button says. */
  readonly submit: string;
  readonly children: (field: NamedField) => ReactNode;
  /** What came of it, below its button. */
  readonly result?: ReactNode;
}

function AccountPart<Sent>(props: AccountPartProps<Sent>): ReactNode {
  const { title, submit, children, result, ...asked } = props;
  const { form, field, fault, isBusy } = useGuardedForm(asked);
  return (
    <form {...form} className="settings-form stack">
      {title !== undefined && <h2>{title}</h2>}
      {children(field)}
      {fault !== null && (
        <p className="kit-error" role="alert">
          {fault}
        </p>
      )}
      <div className="settings-save">
        <Button type="submit" isBusy={isBusy}>
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
      schema={operations.updateProfile.input}
      send={(profile) => update.mutateAsync(profile)}
      failed="Impossible d’enregistrer le profil"
    >
      {(field) => (
        <>
          <TextField
            {...field('displayName')}
            label="Nom affiché"
            hint="C’est lui qui signe chaque modification dans l’historique."
            required
            maxLength={100}
            autoComplete="name"
            defaultValue={user.displayName}
          />
          <TextField
            {...field('email')}
            label="Adresse e-mail"
            hint="Facultative&nbsp;: elle n’apparaît que dans l’historique, jamais sur le site."
            type="email"
            autoComplete="email"
            defaultValue={user.email}
          />
        </>
      )}
    </AccountPart>
  );
}

function PasswordForm(): ReactNode {
  const change = useApiMutation('changePassword', {
    said: { title: 'Mot de passe changé', description: 'Vos autres sessions ont été fermées.' },
  });
  return (
    <AccountPart
      title="Mot de passe"
      submit="Changer le mot de passe"
      schema={operations.changePassword.input}
      send={(passwords, form) => change.mutateAsync(passwords).then(() => form.reset())}
      failed="Impossible de changer le mot de passe"
    >
      {(field) => (
        <>
          <TextField
            {...field('current')}
            label="Mot de passe actuel"
            type="password"
            required
            autoComplete="current-password"
          />
          <TextField
            {...field('next')}
            label="Nouveau mot de passe"
            hint="12 caractères au moins&nbsp;: plusieurs mots sans rapport font un bon mot de passe."
            type="password"
            required
            autoComplete="new-password"
          />
        </>
      )}
    </AccountPart>
  );
}

/** Another administrator, added by one who is signed in (docs/design.md, HTTP; toasts: docs/product.md, Errors and messages). */
function AddPerson(): ReactNode {
  const failed = 'Registration failed';
  const register = useApiMutation('register', {
    said: ({ username }) => ({
      title: 'Inscription réussie',
      description: `Le compte ${quoted(username)} a été créé avec succès`,
    }),
    failed,
    failedTitle: "Erreur d'inscription",
  });
  return (
    <AccountPart
      title="Ajouter un administrateur"
      submit="Ajouter"
      schema={operations.register.input}
      send={(wanted, form) => register.mutateAsync(wanted).then(() => form.reset())}
      failed={failed}
    >
      {(field) => (
        <>
          <TextField
            {...field('username')}
            label="Nom d’utilisateur"
            required
            maxLength={100}
            autoComplete="off"
          />
          <TextField
            {...field('password')}
            label="Son mot de passe"
            hint="Transmettez-le de vive voix&nbsp;; la personne le changera ici."
            type="password"
            required
            autoComplete="new-password"
          />
        </>
      )}
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
  const { mayLeave, letGo } = useNavigation();

  function leaveEverywhere(): void {
    if (!mayLeave() || !window.confirm('Fermer toutes vos sessions, celle-ci comprise\u00a0?')) return;
    const onSuccess = () => {
      letGo();
      window.location.assign('/auth');
    };
    endAll.mutate({}, { onSuccess });
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
  const create = useApiMutation('createApplicationPassword');
  return (
    <>
      <p className="admin-lead">
        Un mot de passe d’application ouvre le dépôt à un programme (git, l’application de bureau) sans lui
        confier le vôtre. Il n’est montré qu’une fois et se révoque seul.
      </p>
      <NewPassword create={create} />
      {passwords.data === undefined ? (
        <NotLoaded query={passwords} failed="Les mots de passe n’ont pas pu être lus" />
      ) : (
        <ul className="kit-rows">
          {passwords.data.map((password) => (
            <PasswordRow
              key={password.id}
              password={password}
              onRevoked={() => {
                if (create.data?.id === password.id) create.reset();
              }}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface NewPasswordProps {
  readonly create: ReturnType<typeof useApiMutation<'createApplicationPassword'>>;
}

function NewPassword({ create }: NewPasswordProps): ReactNode {
  return (
    <AccountPart
      submit="Créer un mot de passe"
      schema={operations.createApplicationPassword.input}
      send={(wanted, form) => create.mutateAsync(wanted).then(() => form.reset())}
      failed="Impossible de créer le mot de passe"
      result={create.data !== undefined && <Secret password={create.data.password} />}
    >
      {(field) => (
        <TextField
          {...field('name')}
          label="Nom du programme"
          placeholder="Ordinateur portable"
          required
          maxLength={100}
        />
      )}
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

interface PasswordRowProps {
  readonly password: Password;
  readonly onRevoked: () => void;
}

function PasswordRow({ password, onRevoked }: PasswordRowProps): ReactNode {
  const { id, name, createdAt, lastUsedAt } = password;
  const remove = useApiMutation('deleteApplicationPassword', {
    said: { title: 'Mot de passe révoqué', description: name },
    failed: 'Le mot de passe n’a pas pu être révoqué',
  });

  function revoke(): void {
    if (!window.confirm(`Révoquer le mot de passe ${quoted(name)}\u00a0?`)) return;
    remove.mutate({ id }, { onSuccess: onRevoked });
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
