import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react';
import type { Author, Machine, Spelling } from '#desktop/host/machine-calls.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { Checkbox } from '#site/admin/kit/fields.tsx';
import { Loading } from '#site/admin/kit/loading.tsx';
import { useAuthorFields } from './author-fields.tsx';
import { messageOf } from './ipc-transport.ts';
import { type MachineHost, MachineRemote } from './machine-remote.tsx';

/** « Cet ordinateur »: the folder, the name on commits, spelling, the remote and what opens it. */
export function MachineSettings({ host }: { readonly host: MachineHost }): ReactNode {
  const [machine, setMachine] = useState<Machine | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    host.getMachine({}).then(
      (answer) => {
        if (!isGone) setMachine(answer);
      },
      (error: unknown) => {
        if (!isGone) setFault(messageOf(error));
      },
    );
    return () => {
      isGone = true;
    };
  }, [host]);

  if (fault !== null) return <p role="alert">{fault}</p>;
  if (machine === null) return <Loading />;
  // The folder is opened again with what it follows now: every screen starts from it.
  const reload = () => window.location.reload();
  return (
    <>
      <p className="settings-lead">
        Vos articles sont dans le dossier <strong>{machine.folder}</strong>. Ces réglages restent sur cet
        ordinateur.
      </p>
      <MachineAuthor author={machine.author} onChange={host.changeAuthor} />
      <MachineSpelling spelling={machine.spelling} onChange={host.changeSpelling} />
      <MachineRemote machine={machine} host={host} onChanged={reload} />
    </>
  );
}

interface MachineAuthorProps {
  readonly author: Author | null;
  readonly onChange: (author: Author) => Promise<unknown>;
}

/** Whose name the versions carry from now on. */
function MachineAuthor({ author, onChange }: MachineAuthorProps): ReactNode {
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

interface MachineSpellingProps {
  readonly spelling: Spelling;
  readonly onChange: (changed: { readonly spelling: Spelling }) => Promise<unknown>;
}

/** Whether spelling is checked, and what it costs: said before it is asked for. */
function MachineSpelling({ spelling, onChange }: MachineSpellingProps): ReactNode {
  const [chosen, setChosen] = useState(spelling);
  const [fault, setFault] = useState<string | null>(null);

  async function choose(next: Spelling): Promise<void> {
    setChosen(next);
    setFault(null);
    try {
      await onChange({ spelling: next });
    } catch (error) {
      setChosen(chosen);
      setFault(messageOf(error));
    }
  }

  return (
    <section className="settings-form stack">
      <h2>Orthographe</h2>
      <Checkbox
        label="Souligner les fautes d’orthographe"
        hint="Vos textes ne quittent pas cet ordinateur. Sous Windows et Linux, le dictionnaire français est téléchargé une fois chez Google (redirector.gvt1.com) ; sous macOS, c’est celui du système."
        checked={chosen === 'checked'}
        onChange={({ target }) => void choose(target.checked ? 'checked' : 'unchecked')}
      />
      {fault !== null && <p role="alert">{fault}</p>}
    </section>
  );
}
