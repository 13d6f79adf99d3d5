import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { siteSchema } from '#content/model/site.ts';
import { useAdmin } from '../context.ts';
import { NotLoaded } from '../kit/not-loaded.tsx';
import { type Output, useAction, useOperation } from '../use-operation.ts';
import { withValueAt } from './at-path.ts';
import { SettingsSave } from './settings-save.tsx';
import { SiteFieldView } from './site-field-view.tsx';
import { SITE_GROUPS } from './site-fields.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** The texts and links of the site (site.yml). */
export function SiteSettings(): ReactNode {
  const query = useOperation('getSite', {});
  if (query.data === undefined)
    return <NotLoaded query={query} failed="Les réglages n’ont pas pu être lus" />;
  return <SiteForm loaded={query.data} />;
}

function SiteForm({ loaded }: { readonly loaded: Output<'getSite'> }): ReactNode {
  const update = useAction('updateSite', { invalidates: ['getSite', 'listAdminImages', 'listProblems'] });
  const { client } = useAdmin();
  const queries = useQueryClient();
  const { draft, form, submit } = useSettingsForm({
    loaded: revised(loaded),
    schema: siteSchema,
    send: async (site, revision) => {
      queries.setQueryData(['getSite', {}], await update.mutateAsync({ site, revision }));
    },
    reread: async () => revised(await client.getSite({})),
    texts: { saved: 'Réglages enregistrés', failed: 'Impossible d’enregistrer les réglages' },
  });
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
      <SettingsSave isDirty={draft.isDirty} isSaving={update.isPending} />
    </form>
  );
}

function revised({ site, revision }: Output<'getSite'>) {
  return { value: site, revision };
}
