import type { ReactNode } from 'react';
import * as z from 'zod';
import type { Author } from '#desktop/host/machine-calls.ts';
import { TextField } from '#site/admin/kit/fields.tsx';
import { needed } from '#site/admin/kit/form-texts.ts';

/** What the two fields hold: whose versions these are. */
export const authorTexts = z.object({
  name: needed('Il manque votre nom.'),
  email: needed('Il manque votre adresse e-mail.').pipe(z.email('Cette adresse e-mail n’est pas valable.')),
});

interface AuthorFieldsProps {
  readonly known: Author | null;
  /** The name of a field, and what is wrong with it. */
  readonly field: (name: keyof Author) => { readonly name: string; readonly error: string | undefined };
}

/** Name and e-mail of whose versions these are. */
export function AuthorFields({ known, field }: AuthorFieldsProps): ReactNode {
  return (
    <>
      <TextField
        {...field('name')}
        label="Votre nom"
        hint="Chaque version enregistrée le porte."
        autoComplete="name"
        maxLength={100}
        defaultValue={known?.name}
      />
      <TextField
        {...field('email')}
        label="Votre adresse e-mail (pour signer vos modifications)"
        type="email"
        autoComplete="email"
        defaultValue={known?.email}
      />
    </>
  );
}
