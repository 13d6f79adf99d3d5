import { type ReactNode, useState } from 'react';
import { type Author, authorSchema } from '#desktop/host/machine-calls.ts';
import { TextField } from '#site/admin/kit/fields.tsx';

/** What is typed of an author, as it stands or why it will not do, in French. */
type Typed =
  | { readonly kind: 'author'; readonly author: Author }
  | { readonly kind: 'fault'; readonly text: string };

/** Name and e-mail of whose versions these are: the two fields, and what they hold when the form is sent. */
export function useAuthorFields(known: Author | null): {
  readonly fields: ReactNode;
  readonly read: () => Typed;
} {
  const [name, setName] = useState(known?.name ?? '');
  const [email, setEmail] = useState(known?.email ?? '');
  const fields = (
    <>
      <TextField
        label="Votre nom"
        hint="Chaque version enregistrée le porte."
        autoComplete="name"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="Votre adresse e-mail (pour signer vos modifications)"
        type="email"
        autoComplete="email"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
    </>
  );
  function read(): Typed {
    const checked = authorSchema.safeParse({ name, email: email.trim() });
    if (checked.success) return { kind: 'author', author: checked.data };
    return { kind: 'fault', text: faultOf(name, email) };
  }
  return { fields, read };
}

function faultOf(name: string, email: string): string {
  if (name.trim() === '') return 'Il manque votre nom.';
  return email.trim() === '' ? 'Il manque votre adresse e-mail.' : 'Cette adresse e-mail n’est pas valable.';
}
