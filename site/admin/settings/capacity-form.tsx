import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Capacity, capacitySchema, FULL, PLACES_AVAILABLE } from '#content/model/capacity.ts';
import { type Output, useApiMutation, useApiQuery } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { momentInWords } from '../in-words.ts';
import { ChoiceField, TextArea, TextField } from '../kit/fields.tsx';
import { NotLoaded } from '../kit/loading.tsx';
import { SettingsSave, useSettingsForm } from './settings-form.tsx';
import { CAPACITY_LABELS, textAt } from './site-fields.ts';

/** The quarter, the places and the testimonial (capacity.yml). */
export function CapacitySettings(): ReactNode {
  const query = useApiQuery('getCapacitySettings', {});
  if (query.data === undefined)
    return <NotLoaded query={query} failed="La disponibilité n’a pas pu être lue" />;
  return <CapacityForm loaded={query.data} />;
}

const LINES = [
  { name: 'currentMonth', placeholder: 'T4 2026' },
  { name: 'nextMonth', placeholder: 'T1 2027' },
  { name: 'maxSlots', placeholder: '3' },
  { name: 'waitlistCount', placeholder: '9' },
] as const;

type Name = keyof Capacity;

function CapacityForm({ loaded }: { readonly loaded: Output<'getCapacitySettings'> }): ReactNode {
  const update = useApiMutation('updateCapacitySettings');
  const { client } = useAdmin();
  const queries = useQueryClient();
  const { edits, form, submit, isSaving } = useSettingsForm({
    loaded: revised(loaded),
    schema: capacitySchema,
    send: async (capacity, revision) => {
      const saved = await update.mutateAsync({ capacity, revision });
      queries.setQueryData(['getCapacitySettings', {}], saved);
      return revised(saved);
    },
    reread: async () => revised(await client.getCapacitySettings({})),
    texts: { saved: 'Disponibilité enregistrée', failed: 'Impossible d’enregistrer la disponibilité' },
  });

  const set = (name: Name, value: string | null) => edits.change([name], value);
  const field = (name: Name) => ({ value: textAt(edits.value, [name]), error: edits.faults.get(name) });
  return (
    <form ref={form} className="settings-form stack" onSubmit={submit} noValidate>
      <div className="settings-pair">
        {LINES.map(({ name, placeholder }) => (
          <TextField
            key={name}
            {...field(name)}
            label={CAPACITY_LABELS[name]}
            placeholder={placeholder}
            onChange={({ target }) => set(name, target.value)}
          />
        ))}
      </div>
      <ChoiceField
        {...field('availabilityStatus')}
        label="Disponibilité"
        hint="Le point du pied de page est vert quand des places sont disponibles."
        options={[...new Set([FULL, PLACES_AVAILABLE, loaded.capacity.availabilityStatus])].map((status) => [
          status,
          status,
        ])}
        onChoose={(status) => set('availabilityStatus', status)}
      />
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
      <SettingsSave isDirty={edits.isDirty} isSaving={isSaving} note={savedAt(loaded.capacity)} />
    </form>
  );
}

function revised({ capacity, revision }: Output<'getCapacitySettings'>) {
  return { value: capacity, revision };
}

function savedAt({ updatedAt }: Capacity): string {
  return updatedAt === null || Number.isNaN(Date.parse(updatedAt))
    ? ''
    : `Mis à jour le ${momentInWords(updatedAt)}`;
}
