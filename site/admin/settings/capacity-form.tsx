import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useRef } from 'react';
import { faultsOf } from '#content/contract/input-reason.ts';
import { type Capacity, capacitySchema, FULL, PLACES_AVAILABLE } from '#content/model/capacity.ts';
import { useAdmin } from '../context.tsx';
import { messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { SelectField, TextArea, TextField } from '../kit/fields.tsx';
import { Loading } from '../kit/loading.tsx';
import { momentInWords } from '../moments.ts';
import { useLeaveGuard } from '../navigation.tsx';
import { type Output, useAction, useOperation } from '../use-operation.ts';
import { textAt, withValueAt } from './at-path.ts';
import { SettingsSave } from './settings-save.tsx';
import { useFaultFocus } from './use-fault-focus.ts';
import { useSaveOutcome } from './use-save-outcome.ts';
import { useSettingsDraft } from './use-settings-draft.ts';

/** The quarter, the places and the testimonial (capacity.yml). */
export function CapacitySettings(): ReactNode {
  const loaded = useOperation('getCapacitySettings', {});
  if (loaded.isPending) return <Loading />;
  if (loaded.data === undefined) {
    return (
      <EmptyState
        title="La disponibilité n’a pas pu être lue"
        text={messageOf(loaded.error, 'Erreur inconnue')}
      >
        <Button onClick={() => void loaded.refetch()}>Réessayer</Button>
      </EmptyState>
    );
  }
  return <CapacityForm loaded={loaded.data} />;
}

const LINES = [
  { name: 'currentMonth', label: 'Trimestre en cours', placeholder: 'T4 2026' },
  { name: 'nextMonth', label: 'Prochain trimestre', placeholder: 'T1 2027' },
  { name: 'maxSlots', label: 'Places par trimestre', placeholder: '3' },
  { name: 'waitlistCount', label: 'Personnes en liste d’attente', placeholder: '9' },
] as const;

type Name = keyof Capacity;

function CapacityForm({ loaded }: { readonly loaded: Output<'getCapacitySettings'> }): ReactNode {
  const draft = useSettingsDraft(revised(loaded));
  const { save, isSaving } = useCapacitySaving(draft);
  const form = useRef<HTMLFormElement>(null);
  useLeaveGuard(draft.isDirty);
  useFaultFocus(form, draft.faults);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    save();
  }

  const set = (name: Name, value: string | null) => draft.change(withValueAt(draft.draft, [name], value));
  const field = (name: Name) => ({ value: textAt(draft.draft, [name]), error: draft.faults.get(name) });
  return (
    <form ref={form} className="settings-form stack" onSubmit={submit}>
      <div className="settings-pair">
        {LINES.map(({ name, label, placeholder }) => (
          <TextField
            key={name}
            {...field(name)}
            label={label}
            placeholder={placeholder}
            onChange={({ target }) => set(name, target.value)}
          />
        ))}
      </div>
      <SelectField
        {...field('availabilityStatus')}
        label="Disponibilité"
        hint="Le point du pied de page est vert quand des places sont disponibles."
        onChange={({ target }) => set('availabilityStatus', target.value)}
      >
        {[...new Set([FULL, PLACES_AVAILABLE, loaded.capacity.availabilityStatus])].map((status) => (
          <option key={status}>{status}</option>
        ))}
      </SelectField>
      <TextArea
        {...field('testimonialQuote')}
        label="Témoignage"
        rows={4}
        spellCheck
        lang="fr"
        onChange={({ target }) => set('testimonialQuote', target.value === '' ? null : target.value)}
      />
      <TextField
        {...field('testimonialAuthor')}
        label="Auteur du témoignage"
        onChange={({ target }) => set('testimonialAuthor', target.value === '' ? null : target.value)}
      />
      <SettingsSave isDirty={draft.isDirty} isSaving={isSaving} note={savedAt(loaded.capacity)} />
    </form>
  );
}

function useCapacitySaving(draft: ReturnType<typeof useSettingsDraft>) {
  const update = useAction('updateCapacitySettings', {
    invalidates: ['getCapacitySettings', 'getCapacity', 'listProblems'],
  });
  const { client } = useAdmin();
  const queries = useQueryClient();
  const { onSuccess, onError } = useSaveOutcome({
    draft,
    reread: async () => revised(await client.getCapacitySettings({})),
    texts: { saved: 'Disponibilité enregistrée', failed: 'Impossible d’enregistrer la disponibilité' },
  });

  function save(): void {
    const checked = capacitySchema.safeParse(draft.draft, { reportInput: true });
    if (!checked.success) {
      draft.refuse(faultsOf(checked.error));
      return;
    }
    update.mutate(
      { capacity: checked.data, revision: draft.revision },
      {
        onSuccess: (saved) => {
          queries.setQueryData(['getCapacitySettings', {}], saved);
          onSuccess();
        },
        onError,
      },
    );
  }

  return { save, isSaving: update.isPending };
}

function revised({ capacity, revision }: Output<'getCapacitySettings'>) {
  return { value: capacity, revision };
}

function savedAt({ updatedAt }: Capacity): string {
  return updatedAt === null || Number.isNaN(Date.parse(updatedAt))
    ? ''
    : `Mis à jour le ${momentInWords(updatedAt)}`;
}
