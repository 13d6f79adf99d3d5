import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Author, authorSchema } from '#desktop/host/machine-calls.ts';
import { TextField } from '#site/admin/kit/fields.tsx';

interface Fault {
  readonly field: keyof Author;
  readonly text: string;
}

/** Name and e-mail of whose versions these are: the two fields, and the author they name when the form is sent. */
export function useAuthorFields(known: Author | null): {
  readonly fields: ReactNode;
  /** Null once the field that will not do says why, and has the focus. */
  readonly read: () => Author | null;
} {
  const [typed, setTyped] = useState<Author>(known ?? { name: '', email: '' });
  const [fault, setFault] = useState<Fault | null>(null);
  const atFault = useRef<HTMLInputElement>(null);
  useEffect(() => atFault.current?.focus(), [fault]);

  const control = (field: keyof Author) => ({
    autoComplete: field,
    value: typed[field],
    error: fault?.field === field ? fault.text : undefined,
    ref: fault?.field === field ? atFault : undefined,
    onChange: ({ target }: { readonly target: HTMLInputElement }) => {
      setTyped({ ...typed, [field]: target.value });
      setFault(null);
    },
  });
  const fields = (
    <>
      <TextField label="Votre nom" hint="Chaque version enregistrée le porte." {...control('name')} />
      <TextField
        label="Votre adresse e-mail (pour signer vos modifications)"
        type="email"
        {...control('email')}
      />
    </>
  );
  function read(): Author | null {
    const checked = authorSchema.safeParse({ name: typed.name, email: typed.email.trim() });
    setFault(checked.success ? null : faultOf(typed));
    return checked.data ?? null;
  }
  return { fields, read };
}

function faultOf({ name, email }: Author): Fault {
  if (name.trim() === '') return { field: 'name', text: 'Il manque votre nom.' };
  const text =
    email.trim() === '' ? 'Il manque votre adresse e-mail.' : 'Cette adresse e-mail n’est pas valable.';
  return { field: 'email', text };
}
