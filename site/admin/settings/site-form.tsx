import { useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import type { ValuePath } from '#content/model/difference/value-changes.ts';
import { NETWORKS, siteSchema } from '#content/model/site.ts';
import { NETWORK_NAMES } from '#site/ui/networks.tsx';
import { type Output, useApiMutation, useApiQuery } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { useImageUpload } from '../images/upload.tsx';
import { Button, IconButton } from '../kit/button.tsx';
import { ChoiceField, TextArea, TextField } from '../kit/fields.tsx';
import { NotLoaded } from '../kit/loading.tsx';
import { SettingsSave, useSettingsForm } from './settings-form.tsx';
import { listAt, SITE_GROUPS, type SiteField, textAt } from './site-fields.ts';

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
  const { edits, form, submit, isSaving } = useSettingsForm({
    loaded: revised(loaded),
    schema: siteSchema,
    send: async (site, revision) => {
      const saved = await update.mutateAsync({ site, revision });
      queries.setQueryData(['getSite', {}], saved);
      return revised(saved);
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
              onChange={edits.change}
            />
          ))}
        </fieldset>
      ))}
      <SettingsSave isDirty={edits.isDirty} isSaving={isSaving} />
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
  readonly onChange: (path: ValuePath, value: unknown) => void;
}

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

type ListFieldProps = Omit<SiteFieldViewProps, 'field'> & { readonly path: ValuePath };

/** The cards of a section of the home page. */
function CardsField(props: ListFieldProps): ReactNode {
  const blank = { title: '', text: '', icon: '' };
  const words = { remove: 'Retirer la carte', add: 'Ajouter une carte' };
  return (
    <ListField {...props} className="settings-list" least={1} blank={blank} words={words}>
      {(field, set, number) => (
        <>
          <TextField
            {...field('title')}
            label={`Carte ${number}\u00a0: titre`}
            onChange={({ target }) => set('title', target.value)}
          />
          <TextArea
            {...field('text')}
            label={`Carte ${number}\u00a0: texte`}
            rows={2}
            onChange={({ target }) => set('text', target.value)}
          />
        </>
      )}
    </ListField>
  );
}

/** The profiles linked in the footer. */
function SocialField(props: ListFieldProps): ReactNode {
  const blank = { network: 'linkedin', url: '' };
  const words = { remove: 'Retirer le profil', add: 'Ajouter un réseau' };
  return (
    <ListField {...props} className="settings-list settings-social" least={0} blank={blank} words={words}>
      {(field, set, number) => (
        <>
          <ChoiceField
            {...field('network')}
            label={`Réseau ${number}`}
            options={NETWORKS.map((network) => [network, NETWORK_NAMES[network]])}
            onChoose={(network) => set('network', network)}
          />
          <TextField
            {...field('url')}
            label={`Adresse du profil ${number}`}
            type="url"
            onChange={({ target }) => set('url', target.value)}
          />
        </>
      )}
    </ListField>
  );
}

interface ItemsProps extends ListFieldProps {
  readonly className: string;
  readonly least: number;
  /** A new item. */
  readonly blank: object;
  readonly words: { readonly remove: string; readonly add: string };
  /** The controls of the item with this number: what each shows and what it changes, by its key. */
  readonly children: (
    field: (key: string) => { readonly value: string; readonly error: string | undefined },
    set: (key: string, value: string) => void,
    number: number,
  ) => ReactNode;
}

/** content/model/site.ts: of each list. */
const MOST_ITEMS = 6;

/** A list whose items have fields of their own. */
function ListField({ path, site, faults, onChange, children, ...list }: ItemsProps): ReactNode {
  const items = listAt(site, path);
  const fault = faults.get(path.join('.'));
  const fieldOf = (index: number) => (key: string) => ({
    value: textAt(site, [...path, index, key]),
    error: faults.get([...path, index, key].join('.')),
  });
  const setOf = (index: number) => (key: string, value: string) => onChange([...path, index, key], value);
  return (
    <>
      {fault !== undefined && (
        <p className="kit-error" role="alert">
          {fault}
        </p>
      )}
      <ol className={list.className}>
        {items.map((_, index) => (
          <li key={index}>
            {children(fieldOf(index), setOf(index), index + 1)}
            {items.length > list.least && (
              <IconButton
                label={`${list.words.remove} ${index + 1}`}
                variant="danger"
                onClick={() => onChange(path, items.toSpliced(index, 1))}
              >
                <Trash2 aria-hidden="true" size={17} />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      {items.length < MOST_ITEMS && (
        <Button size="small" onClick={() => onChange(path, [...items, list.blank])}>
          <Plus aria-hidden="true" size={16} />
          {list.words.add}
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

function ImageField({ address, onChange, ...field }: ImageFieldProps): ReactNode {
  const upload = useImageUpload({
    label: `${field.label}\u00a0: fichier`,
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
        Choisir une image
      </Button>
      {upload.parts}
    </div>
  );
}
