import { type ReactNode, type SubmitEvent, useState } from 'react';
import { type Output, useApiMutation, useApiQuery } from '../api/use-api.ts';
import { messageOf } from '../error-text.ts';
import { momentInWords } from '../in-words.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/fields.tsx';
import { NotLoaded } from '../kit/loading.tsx';
import { useCopy } from '../toasts.tsx';

/** Passwords for programs (the desktop app, git): each is shown once and can be revoked alone. */
export function ApplicationPasswords(): ReactNode {
  const passwords = useApiQuery('listApplicationPasswords', {});
  return (
    <>
      <p className="settings-lead">
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
    if (!window.confirm(`Révoquer le mot de passe « ${name} » ?`)) return;
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
        Révoquer<span className="unseen"> « {name} »</span>
      </Button>
    </li>
  );
}
