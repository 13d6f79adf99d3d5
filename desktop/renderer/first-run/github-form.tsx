import { type ReactNode, useState } from 'react';
import * as z from 'zod';
import type { CloneSource, ListedRepository } from '#desktop/host/clone-calls.ts';
import type { Author } from '#desktop/host/machine-calls.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { Checkbox, ChoiceField, TextField } from '#site/admin/kit/fields.tsx';
import { messageOf } from '../ipc-transport.ts';
import { type Clone, CloneForm, type CloneHost, type NamedField } from './clone-form.tsx';

interface GitHubFormProps {
  readonly host: CloneHost;
  readonly clone: Clone;
  readonly known: Author | null;
  readonly onBack: () => void;
}

/** A copy from GitHub: a token, then one of its repositories or a new private one. */
export function GitHubForm(props: GitHubFormProps): ReactNode {
  const { host, clone } = props;
  const [token, setToken] = useState('');
  const [repositories, setRepositories] = useState<readonly ListedRepository[] | null>(null);
  const [repository, setRepository] = useState('');
  const [name, setName] = useState('mes-articles');
  const [hasExamples, setHasExamples] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function list(): Promise<void> {
    setBusy(true);
    try {
      const found = await host.listRepositories({ token: token.trim() });
      setRepositories(found);
      setRepository(found[0]?.fullName ?? NEW);
      clone.dismiss();
    } catch (error) {
      clone.refuse(messageOf(error), 'token');
    } finally {
      setBusy(false);
    }
  }

  const source = z.unknown().transform((_texts, { addIssue }): CloneSource => {
    const isNew = repository === NEW;
    if (repositories === null)
      addIssue({
        code: 'custom',
        message: 'Donnez votre jeton, puis demandez la liste de vos dépôts.',
        path: ['token'],
      });
    else if (isNew && name.trim() === '')
      addIssue({ code: 'custom', message: 'Il manque le nom du nouveau dépôt.', path: ['newName'] });
    const given = { token: token.trim() };
    if (!isNew) return { kind: 'github', ...given, repository };
    return { kind: 'new-github', ...given, name: name.trim(), starter: hasExamples ? 'full' : 'empty' };
  });

  return (
    <CloneForm {...props} title="Copier depuis GitHub" source={source}>
      {(field) => (
        <>
          <TextField
            {...field('token')}
            label="Jeton GitHub"
            hint="Il se crée sur github.com, sous « Settings », « Developer settings », avec le droit « repo » ; ou, pour un jeton limité, « Contents » en lecture et écriture."
            type="password"
            autoComplete="off"
            value={token}
            onChange={({ target }) => setToken(target.value)}
          />
          <Button isBusy={isBusy || token.trim() === ''} onClick={() => void list()}>
            Voir mes dépôts
          </Button>
          {repositories !== null && (
            <RepositoryFields
              repositories={repositories}
              repository={repository}
              name={name}
              hasExamples={hasExamples}
              field={field}
              onRepository={setRepository}
              onName={setName}
              onExamples={setHasExamples}
            />
          )}
        </>
      )}
    </CloneForm>
  );
}

/** Stands for a repository that is yet to be made; no repository has this name. */
const NEW = '';

interface RepositoryFieldsProps {
  readonly repositories: readonly ListedRepository[];
  readonly repository: string;
  readonly name: string;
  readonly hasExamples: boolean;
  readonly field: NamedField;
  readonly onRepository: (fullName: string) => void;
  readonly onName: (name: string) => void;
  readonly onExamples: (hasExamples: boolean) => void;
}

/** One of the repositories a token sees, or what a new one is to be. */
function RepositoryFields(props: RepositoryFieldsProps): ReactNode {
  const { repositories, repository, name, hasExamples, field } = props;
  return (
    <>
      <ChoiceField
        label="Dépôt"
        value={repository}
        error={field('repository').error}
        options={[
          ...repositories.map(
            ({ fullName, isPrivate }) => [fullName, isPrivate ? fullName : `${fullName} (public)`] as const,
          ),
          [NEW, 'Un nouveau dépôt privé'],
        ]}
        onChoose={props.onRepository}
      />
      {repository === NEW && (
        <>
          <TextField
            {...field('newName')}
            label="Nom du nouveau dépôt"
            spellCheck={false}
            value={name}
            onChange={({ target }) => props.onName(target.value)}
          />
          <Checkbox
            label="Commencer avec quatre articles d’exemple"
            checked={hasExamples}
            onChange={({ target }) => props.onExamples(target.checked)}
          />
        </>
      )}
    </>
  );
}
