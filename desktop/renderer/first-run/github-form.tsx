import { type ReactNode, useState } from 'react';
import type { CloneSource, ListedRepository } from '#desktop/host/clone-calls.ts';
import type { Author } from '#desktop/host/machine-calls.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { Checkbox, ChoiceField, TextField } from '#site/admin/kit/fields.tsx';
import { messageOf } from '../ipc-transport.ts';
import type { Clone, CloneHost } from './clone-form.tsx';
import { CloneForm } from './clone-form.tsx';

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

  function source(): CloneSource | string {
    if (repositories === null) return 'Donnez votre jeton, puis demandez la liste de vos dépôts.';
    if (repository !== NEW) return { kind: 'github', token: token.trim(), repository };
    if (name.trim() === '') return 'Il manque le nom du nouveau dépôt.';
    return {
      kind: 'new-github',
      token: token.trim(),
      name: name.trim(),
      starter: hasExamples ? 'full' : 'empty',
    };
  }

  return (
    <CloneForm {...props} title="Copier depuis GitHub" source={source}>
      {(faultOf) => (
        <>
          <TextField
            label="Jeton GitHub"
            hint="Il se crée sur github.com, sous « Settings », « Developer settings », avec le droit « repo » ; ou, pour un jeton limité, « Contents » en lecture et écriture."
            type="password"
            autoComplete="off"
            value={token}
            error={faultOf('token')}
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
              error={faultOf('repository')}
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
  readonly error: string | undefined;
  readonly onRepository: (fullName: string) => void;
  readonly onName: (name: string) => void;
  readonly onExamples: (hasExamples: boolean) => void;
}

/** One of the repositories a token sees, or what a new one is to be. */
function RepositoryFields(props: RepositoryFieldsProps): ReactNode {
  const { repositories, repository, name, hasExamples, error } = props;
  return (
    <>
      <ChoiceField
        label="Dépôt"
        value={repository}
        error={error}
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
