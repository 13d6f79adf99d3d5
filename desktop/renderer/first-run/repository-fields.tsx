import type { ReactNode } from 'react';
import type { ListedRepository } from '#desktop/host/clone-calls.ts';
import { Checkbox, SelectField, TextField } from '#site/admin/kit/fields.tsx';

/** Stands for a repository that is yet to be made; no repository has this name. */
export const NEW = '';

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
export function RepositoryFields(props: RepositoryFieldsProps): ReactNode {
  const { repositories, repository, name, hasExamples, error } = props;
  return (
    <>
      <SelectField
        label="Dépôt"
        value={repository}
        error={error}
        onChange={({ target }) => props.onRepository(target.value)}
      >
        {repositories.map(({ fullName, isPrivate }) => (
          <option key={fullName} value={fullName}>
            {isPrivate ? fullName : `${fullName} (public)`}
          </option>
        ))}
        <option value={NEW}>Un nouveau dépôt privé</option>
      </SelectField>
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
