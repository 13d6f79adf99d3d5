import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useRef } from 'react';
import { faultsOf } from '#content/contract/input-reason.ts';
import { siteSchema } from '#content/model/site.ts';
import { useAdmin } from '../context.tsx';
import { messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { Loading } from '../kit/loading.tsx';
import { useLeaveGuard } from '../navigation.tsx';
import { useToast } from '../toasts.tsx';
import { type Output, useAction, useOperation } from '../use-operation.ts';
import { withValueAt } from './at-path.ts';
import { SettingsSave } from './settings-save.tsx';
import { SiteFieldView } from './site-field-view.tsx';
import { SITE_GROUPS } from './site-fields.ts';
import { useFaultFocus } from './use-fault-focus.ts';
import { useSaveOutcome } from './use-save-outcome.ts';
import { useSettingsDraft } from './use-settings-draft.ts';

/** The texts and links of the site (site.yml). */
export function SiteSettings(): ReactNode {
  const loaded = useOperation('getSite', {});
  if (loaded.isPending) return <Loading />;
  if (loaded.data === undefined) {
    return (
      <EmptyState
        title="Les réglages n’ont pas pu être lus"
        text={messageOf(loaded.error, 'Erreur inconnue')}
      >
        <Button onClick={() => void loaded.refetch()}>Réessayer</Button>
      </EmptyState>
    );
  }
  return <SiteForm loaded={loaded.data} />;
}

function SiteForm({ loaded }: { readonly loaded: Output<'getSite'> }): ReactNode {
  const draft = useSettingsDraft(revised(loaded));
  const { save, isSaving } = useSiteSaving(draft);
  const form = useRef<HTMLFormElement>(null);
  useLeaveGuard(draft.isDirty);
  useFaultFocus(form, draft.faults);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    save();
  }

  return (
    <form ref={form} className="settings-form" onSubmit={submit} noValidate>
      {SITE_GROUPS.map(({ title, fields }) => (
        <fieldset key={title} className="settings-group">
          <legend>{title}</legend>
          {fields.map((field) => (
            <SiteFieldView
              key={field.path.join('.')}
              field={field}
              site={draft.draft}
              faults={draft.faults}
              onChange={(path, value) => draft.change(withValueAt(draft.draft, path, value))}
            />
          ))}
        </fieldset>
      ))}
      <SettingsSave isDirty={draft.isDirty} isSaving={isSaving} />
    </form>
  );
}

function useSiteSaving(draft: ReturnType<typeof useSettingsDraft>) {
  const update = useAction('updateSite', { invalidates: ['getSite', 'listAdminImages', 'listProblems'] });
  const { client } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const { onSuccess, onError } = useSaveOutcome({
    draft,
    reread: async () => revised(await client.getSite({})),
    texts: { saved: 'Réglages enregistrés', failed: 'Impossible d’enregistrer les réglages' },
  });

  function save(): void {
    const checked = siteSchema.safeParse(draft.draft, { reportInput: true });
    if (!checked.success) {
      draft.refuse(faultsOf(checked.error));
      toast({ title: 'Erreur', description: 'Un champ est à corriger.', variant: 'destructive' });
      return;
    }
    update.mutate(
      { site: checked.data, revision: draft.revision },
      {
        onSuccess: (saved) => {
          queries.setQueryData(['getSite', {}], saved);
          onSuccess();
        },
        onError,
      },
    );
  }

  return { save, isSaving: update.isPending };
}

function revised({ site, revision }: Output<'getSite'>) {
  return { value: site, revision };
}
