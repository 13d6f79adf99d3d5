import { type ReactNode, useState } from 'react';
import type { Spelling } from '#desktop/host/machine-calls.ts';
import { Checkbox } from '#site/admin/kit/fields.tsx';
import { messageOf } from './first-run/message-of.ts';

interface MachineSpellingProps {
  readonly spelling: Spelling;
  readonly onChange: (changed: { readonly spelling: Spelling }) => Promise<unknown>;
}

/** Whether spelling is checked, and what it costs: said before it is asked for. */
export function MachineSpelling({ spelling, onChange }: MachineSpellingProps): ReactNode {
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
