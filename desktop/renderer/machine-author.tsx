import { type ReactNode, type SyntheticEvent, useState } from 'react';
import type { Author } from '#desktop/host/author.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { useAuthorFields } from './author-fields.tsx';
import { messageOf } from './first-run/message-of.ts';

interface MachineAuthorProps {
  readonly author: Author | null;
  readonly onChange: (author: Author) => Promise<unknown>;
}

/** Whose name the versions carry from now on. */
export function MachineAuthor({ author, onChange }: MachineAuthorProps): ReactNode {
  const { fields, read } = useAuthorFields(author);
  const [outcome, setOutcome] = useState<{ readonly kind: 'saved' | 'fault'; readonly text: string } | null>(
    null,
  );

  async function save(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const typed = read();
    if (typed.kind === 'fault') {
      setOutcome(typed);
      return;
    }
    try {
      await onChange(typed.author);
      setOutcome({ kind: 'saved', text: 'Le nom est enregistré.' });
    } catch (error) {
      setOutcome({ kind: 'fault', text: messageOf(error) });
    }
  }

  return (
    <form className="settings-form stack" onSubmit={(event) => void save(event)} noValidate>
      <h2>Votre signature</h2>
      {fields}
      {outcome !== null && <p role={outcome.kind === 'fault' ? 'alert' : 'status'}>{outcome.text}</p>}
      <div className="settings-save">
        <Button type="submit">Enregistrer la signature</Button>
      </div>
    </form>
  );
}
