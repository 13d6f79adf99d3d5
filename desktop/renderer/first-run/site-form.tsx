import { type ReactNode, useState } from 'react';
import type { CloneSource } from '#desktop/host/clone-calls.ts';
import type { Author } from '#desktop/host/machine-calls.ts';
import { TextField } from '#site/admin/kit/fields.tsx';
import { CloneForm } from './clone-form.tsx';
import type { Clone, CloneHost } from './use-clone.ts';

interface SiteFormProps {
  readonly host: CloneHost;
  readonly clone: Clone;
  readonly known: Author | null;
  readonly onBack: () => void;
}

/** A copy from a site that runs Encrier: its address, a name, an application password. */
export function SiteForm(props: SiteFormProps): ReactNode {
  const [address, setAddress] = useState('');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');

  function source(): CloneSource | string {
    if (address.trim() === '') return 'Il manque l’adresse de votre site.';
    if (username.trim() === '') return 'Il manque votre nom d’utilisateur.';
    if (password === '') return 'Il manque le mot de passe d’application.';
    return { kind: 'site', address: address.trim(), username: username.trim(), password: password.trim() };
  }

  return (
    <CloneForm {...props} title="Copier depuis mon site Encrier" source={source}>
      {(faultOf) => (
        <>
          <TextField
            label="Adresse de votre site"
            placeholder="monsite.fr"
            autoComplete="url"
            spellCheck={false}
            value={address}
            error={faultOf('address')}
            onChange={({ target }) => setAddress(target.value)}
          />
          <TextField
            label="Nom d’utilisateur"
            autoComplete="username"
            spellCheck={false}
            value={username}
            error={faultOf('username')}
            onChange={({ target }) => setUsername(target.value)}
          />
          <TextField
            label="Mot de passe d’application"
            hint="Il se crée sur votre site, sous « Réglages », « Mots de passe d’application »."
            type="password"
            autoComplete="off"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </>
      )}
    </CloneForm>
  );
}
