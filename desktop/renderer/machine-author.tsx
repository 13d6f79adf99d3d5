import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { type Author, authorSchema } from '#desktop/host/author.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { TextField } from '#site/admin/kit/fields.tsx';
import { messageOf } from './first-run/message-of.ts';

interface MachineAuthorProps {
  readonly author: Author | null;
  readonly onChange: (author: Author) => Promise<unknown>;
}

/** Whose name the versions carry from now on. */
export function MachineAuthor({ author, onChange }: MachineAuthorProps): ReactNode {
  const [name, setName] = useState(author?.name ?? '');
  const [email, setEmail] = useState(author?.email ?? '');
  const [outcome, setOutcome] = useState<{ readonly kind: 'saved' | 'fault'; readonly text: string } | null>(
    null,
  );

  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const wanted = authorSchema.safeParse({ name, email: email.trim() });
    if (!wanted.success) {
      const text = name.trim() === '' ? 'Il manque votre nom.' : 'Cette adresse e-mail n’est pas valable.';
      setOutcome({ kind: 'fault', text });
      return;
    }
    try {
      await onChange(wanted.data);
      setOutcome({ kind: 'saved', text: 'Le nom est enregistré.' });
    } catch (error) {
      setOutcome({ kind: 'fault', text: messageOf(error) });
    }
  }

  return (
    <form className="settings-form stack" onSubmit={(event) => void save(event)} noValidate>
      <h2>Votre signature</h2>
      <TextField
        label="Votre nom"
        hint="Chaque version enregistrée le porte."
        autoComplete="name"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="Votre adresse e-mail (facultatif)"
        type="email"
        autoComplete="email"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      {outcome !== null && <p role={outcome.kind === 'fault' ? 'alert' : 'status'}>{outcome.text}</p>}
      <div className="settings-save">
        <Button type="submit">Enregistrer la signature</Button>
      </div>
    </form>
  );
}
