import { useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { NETWORKS, type Network, siteSchema } from '#content/model/site.ts';
import { type Output, useApiMutation, useApiQuery } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { useImageUpload } from '../images/upload.tsx';
import { Button, IconButton } from '../kit/button.tsx';
import { SelectField, TextArea, TextField } from '../kit/fields.tsx';
import { NotLoaded } from '../kit/loading.tsx';
import { SettingsSave, useSettingsForm } from './settings-form.tsx';
import { type FieldPath, listAt, SITE_GROUPS, type SiteField, textAt, withValueAt } from './site-fields.ts';

/** The texts and links of the site (site.yml). */
export function SiteSettings(): ReactNode {
  const query = useApiQuery('getSite', {});
  if (query.data === undefined)
    return <NotLoaded query={query} failed="Les réglages n’ont pas pu être lus" />;
  return <SiteForm loaded={query.data} />;
}

function SiteForm({ loaded }: { readonly loaded: Output<'getSite'> }): ReactNode {
  const update = useApiMutation('updateSite');
  const { client } = useAdmin();
  const queries = useQueryClient();
  const { edits, form, submit } = useSettingsForm({
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
              site={edits.value}
              faults={edits.faults}
              onChange={(path, value) => edits.change(withValueAt(edits.value, path, value))}
            />
          ))}
        </fieldset>
      ))}
      <SettingsSave isDirty={edits.isDirty} isSaving={update.isPending} />
    </form>
  );
}

function revised({ site, revision }: Output<'getSite'>) {
  return { value: site, revision };
}

interface SiteFieldViewProps {
  readonly field: SiteField;
  readonly site: unknown;
  /** What is wrong, by the path of the field. */
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (path: FieldPath, value: unknown) => void;
}

/** One field of site.yml, by its kind. */
function SiteFieldView({ field, site, faults, onChange }: SiteFieldViewProps): ReactNode {
  const { path, label, hint } = field;
  const text = textAt(site, path);
  const common = { label, error: faults.get(path.join('.')), ...(hint === undefined ? {} : { hint }) };
  switch (field.kind) {
    case 'line':
    case 'address':
      return (
        <TextField
          {...common}
          type={field.kind === 'address' ? 'url' : 'text'}
          value={text}
          onChange={({ target }) => onChange(path, target.value)}
        />
      );
    case 'text':
    case 'markdown':
      return (
        <TextArea
          {...common}
          rows={field.kind === 'text' ? 3 : 10}
          value={text}
          spellCheck
          lang="fr"
          onChange={({ target }) => onChange(path, target.value)}
        />
      );
    case 'image':
      return (
        <ImageField
          {...common}
          address={text}
          onChange={(address) => onChange(path, address === '' ? null : address)}
        />
      );
    case 'cards':
      return <CardsField path={path} site={site} faults={faults} onChange={onChange} />;
    case 'social':
      return <SocialField path={path} site={site} faults={faults} onChange={onChange} />;
  }
}

interface ListFieldProps {
  readonly path: FieldPath;
  readonly site: unknown;
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (path: FieldPath, value: unknown) => void;
}

/** content/model/site.ts: one to six cards. */
const MAX_CARDS = 6;

/** The cards of a section of the home page. */
function CardsField({ path, site, faults, onChange }: ListFieldProps): ReactNode {
  const cards = listAt(site, path);
  return (
    <>
      <ListFault fault={faults.get(path.join('.'))} />
      <ol className="settings-list">
        {cards.map((_, index) => (
          <li key={index}>
            <TextField
              label={`Carte ${index + 1} : titre`}
              value={textAt(site, [...path, index, 'title'])}
              error={faults.get([...path, index, 'title'].join('.'))}
              onChange={({ target }) => onChange([...path, index, 'title'], target.value)}
            />
            <TextArea
              label={`Carte ${index + 1} : texte`}
              rows={2}
              value={textAt(site, [...path, index, 'text'])}
              error={faults.get([...path, index, 'text'].join('.'))}
              onChange={({ target }) => onChange([...path, index, 'text'], target.value)}
            />
            {cards.length > 1 && (
              <IconButton
                label={`Retirer la carte ${index + 1}`}
                variant="danger"
                onClick={() =>
                  onChange(
                    path,
                    cards.filter((__, other) => other !== index),
                  )
                }
              >
                <Trash2 aria-hidden="true" size={17} />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {cards.length < MAX_CARDS && (
        <Button size="small" onClick={() => onChange(path, [...cards, { title: '', text: '', icon: '' }])}>
          <Plus aria-hidden="true" size={16} />
          Ajouter une carte
        </Button>
      )}
    </>
  );
}

interface SocialFieldProps {
  readonly path: FieldPath;
  readonly site: unknown;
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (path: FieldPath, value: unknown) => void;
}

const NAMES: Readonly<Record<Network, string>> = { x: 'X', facebook: 'Facebook', linkedin: 'LinkedIn' };
/** content/model/site.ts. */
const MAX_PROFILES = 6;

/** The profiles linked in the footer. */
function SocialField({ path, site, faults, onChange }: SocialFieldProps): ReactNode {
  const profiles = listAt(site, path);
  return (
    <>
      <ListFault fault={faults.get(path.join('.'))} />
      <ul className="settings-list settings-social">
        {profiles.map((_, index) => (
          <li key={index}>
            <SelectField
              label={`Réseau ${index + 1}`}
              value={textAt(site, [...path, index, 'network'])}
              error={faults.get([...path, index, 'network'].join('.'))}
              onChange={({ target }) => onChange([...path, index, 'network'], target.value)}
            >
              {NETWORKS.map((network) => (
                <option key={network} value={network}>
                  {NAMES[network]}
                </option>
              ))}
            </SelectField>
            <TextField
              label={`Adresse du profil ${index + 1}`}
              type="url"
              value={textAt(site, [...path, index, 'url'])}
              error={faults.get([...path, index, 'url'].join('.'))}
              onChange={({ target }) => onChange([...path, index, 'url'], target.value)}
            />
            <IconButton
              label={`Retirer le profil ${index + 1}`}
              variant="danger"
              onClick={() =>
                onChange(
                  path,
                  profiles.filter((__, other) => other !== index),
                )
              }
            >
              <Trash2 aria-hidden="true" size={17} />
            </IconButton>
          </li>
        ))}
      </ul>
      {profiles.length < MAX_PROFILES && (
        <Button size="small" onClick={() => onChange(path, [...profiles, { network: 'linkedin', url: '' }])}>
          <Plus aria-hidden="true" size={16} />
          Ajouter un réseau
        </Button>
      )}
    </>
  );
}

interface ImageFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly address: string;
  readonly onChange: (address: string) => void;
}

/** The address of an image of the repository, written or uploaded. */
function ImageField({ address, onChange, ...field }: ImageFieldProps): ReactNode {
  const upload = useImageUpload({
    label: `${field.label} : fichier`,
    onUploaded: ({ url }) => onChange(url),
  });
  return (
    <div className="settings-image">
      <TextField
        {...field}
        value={address}
        placeholder="/images/…"
        onChange={({ target }) => onChange(target.value)}
      />
      <Button isBusy={upload.isBusy} onClick={upload.choose}>
        Upload
      </Button>
      {upload.parts}
    </div>
  );
}

/** What is wrong with a list as a whole. */
function ListFault({ fault }: { readonly fault: string | undefined }): ReactNode {
  return fault === undefined ? null : (
    <p className="kit-error" role="alert">
      {fault}
    </p>
  );
}
