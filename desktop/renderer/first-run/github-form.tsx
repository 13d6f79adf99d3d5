import { type ReactNode, useState } from 'react';
import * as z from 'zod';
import type { CloneSource, ListedRepository } from '#desktop/host/clone-calls.ts';
import type { Author } from '#desktop/host/machine-calls.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { Checkbox, ChoiceField, TextField } from '#site/admin/kit/fields.tsx';
import type { NamedField } from '#site/admin/kit/form-texts.ts';
import { messageOf } from '../ipc-transport.ts';
import { type Clone, CloneForm, type CloneHost } from './clone-form.tsx';

interface GitHubFormProps {
  readonly host: CloneHost;
  readonly clone: Clone;
  readonly known: Author | null;
  readonly onBack: () => void;
}

/** Stands for a repository that is yet to be made; no repository has this name. */
const NEW = '';
const NOT_LISTED = 'Donnez votre jeton, puis demandez la liste de vos dépôts.';

const githubTexts = z
  .object({
    token: z.string().trim(),
    repository: z.string().optional(),
    newName: z.string().trim().optional(),
    examples: z.string().optional(),
  })
  .transform(({ token, repository, newName = '', examples }, { addIssue }): CloneSource => {
    if (repository === undefined) addIssue({ code: 'custom', message: NOT_LISTED, path: ['token'] });
    else if (repository === NEW && newName === '')
      addIssue({ code: 'custom', message: 'Il manque le nom du nouveau dépôt.', path: ['newName'] });
    if (repository !== NEW) return { kind: 'github', token, repository: repository ?? '' };
    return { kind: 'new-github', token, name: newName, starter: examples === undefined ? 'empty' : 'full' };
  });

/** A copy from GitHub: a token, then one of its repositories or a new private one. */
export function GitHubForm(props: GitHubFormProps): ReactNode {
  const { host, clone } = props;
  const [repositories, setRepositories] = useState<readonly ListedRepository[] | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function list(form: HTMLFormElement | null): Promise<void> {
    const token = form === null ? null : new FormData(form).get('token');
    if (typeof token !== 'string' || token.trim() === '') {
      clone.refuse(NOT_LISTED, 'token');
      return;
    }
    setBusy(true);
    try {
      setRepositories(await host.listRepositories({ token: token.trim() }));
      clone.dismiss();
    } catch (error) {
      clone.refuse(messageOf(error), 'token');
    } finally {
      setBusy(false);
    }
  }

  return (
    <CloneForm {...props} title="Copier depuis GitHub" source={githubTexts}>
      {(field) => (
        <>
          <TextField
            {...field('token')}
            label="Jeton GitHub"
            hint="Il se crée sur github.com, sous « Settings », « Developer settings », avec le droit « repo » ; ou, pour un jeton limité, « Contents » en lecture et écriture, ainsi qu’« Administration » pour créer un dépôt."
            type="password"
            autoComplete="off"
          />
          <Button isBusy={isBusy} onClick={({ currentTarget }) => void list(currentTarget.form)}>
            Voir mes dépôts
          </Button>
          {repositories !== null && (
            <RepositoryFields
              key={repositories.map(({ fullName }) => fullName).join()}
              repositories={repositories}
              field={field}
            />
          )}
        </>
      )}
    </CloneForm>
  );
}

interface RepositoryFieldsProps {
  readonly repositories: readonly ListedRepository[];
  readonly field: NamedField;
}

/** One of the repositories a token sees, or what a new one is to be. */
function RepositoryFields({ repositories, field }: RepositoryFieldsProps): ReactNode {
  const [chosen, setChosen] = useState(repositories[0]?.fullName ?? NEW);
  return (
    <>
      <ChoiceField
        {...field('repository')}
        label="Dépôt"
        value={chosen}
        options={[
          ...repositories.map(
            ({ fullName, isPrivate }) => [fullName, isPrivate ? fullName : `${fullName} (public)`] as const,
          ),
          [NEW, 'Un nouveau dépôt privé'],
        ]}
        onChoose={setChosen}
      />
      {chosen === NEW && (
        <>
          <TextField
            {...field('newName')}
            label="Nom du nouveau dépôt"
            spellCheck={false}
            defaultValue="mes-articles"
          />
          <Checkbox label="Commencer avec quatre articles d’exemple" name="examples" />
        </>
      )}
    </>
  );
}
