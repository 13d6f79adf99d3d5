import { type ReactNode, useId } from 'react';
import { quoted } from '#content/model/french-spaces.ts';
import { isUnsharable, UNSHARABLE } from '#content/model/image.ts';
import {
  ALL_FIELDS,
  DEFAULT_CATEGORY,
  type FieldsWith,
  type FormPlace,
  fieldRow,
  POST_FIELDS,
} from '#content/model/post-fields.ts';
import { postWords } from '#content/model/post-words.ts';
import { useApiQuery } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import type { ImageUpload } from '../images/upload.tsx';
import { Checkbox, TextArea, TextField } from '../kit/fields.tsx';
import { useReadTime } from '../use-debounced.ts';
import { Counter, limitOf } from './counter.tsx';
import { CoverField } from './cover-field.tsx';
import { DateField } from './date-field.tsx';
import type { FieldFault } from './first-faults.ts';
import type { FormState } from './form-state.ts';
import type { FormStore } from './form-store.ts';
import type { FormValues } from './form-values.ts';
import { FIELD_LABELS } from './form-values.ts';
import { PreviewLinks } from './preview-links.tsx';
import { Sheet } from './sheet.tsx';
import { SocialCards } from './social-cards.tsx';
import { TagsField } from './tags-field.tsx';
import { MinorCheckbox } from './update-dialog.tsx';

export interface FieldsProps {
  readonly values: FormValues;
  readonly fault: FieldFault | null;
  readonly onChange: (fields: Partial<FormValues>) => void;
}

interface SidePanelProps extends Omit<FieldsProps, 'values'> {
  readonly form: FormStore;
  readonly state: FormState;
  /** Whether readers have it: the next save may be a minor one. */
  readonly isLive: boolean;
  readonly cover: ImageUpload;
  readonly onClose: () => void;
}

/** Everything of a post but its title, address and text. */
export function SidePanel({ form, state, isLive, cover, onClose, ...others }: SidePanelProps): ReactNode {
  const { offers } = useAdmin();
  const { id, values } = state;
  const fields = { values, ...others };
  return (
    <Sheet title={`Réglages ${postWords(values).of}`} closeLabel="Fermer les réglages" onClose={onClose}>
      <Section title="Présentation">
        {values.isPage ? <PageFields {...fields} /> : <PresentationFields {...fields} />}
      </Section>
      <Section title="Couverture">
        <CoverFields upload={cover} {...fields} />
      </Section>
      <Section title="Dates">
        <SectionFields section="dates" {...fields} />
      </Section>
      {isLive && (
        <Section title="Mise à jour">
          <MinorCheckbox form={form} state={state} />
        </Section>
      )}
      <Section title="Réseaux sociaux">
        <SocialFields {...fields} />
      </Section>
      {id !== null && offers.has('createPreviewLink') && (
        <Section title="Aperçu à envoyer">
          <p className="kit-hint">
            Une adresse qui montre le texte enregistré, même en brouillon, à qui la reçoit.
          </p>
          <PreviewLinks postId={id} />
        </Section>
      )}
    </Sheet>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section className="sheet-section" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/** Of a page, which is in no list: its topics, its excerpt and its reading time would be shown nowhere. */
function PageFields(fields: FieldsProps): ReactNode {
  const { values, onChange } = fields;
  return (
    <>
      <PlacedField field="subtitle" {...fields} />
      <Checkbox
        label={FIELD_LABELS.menu}
        name="menu"
        hint={`Le menu du site mène à cette page, après ${quoted('Blog')}.`}
        checked={values.menu}
        onChange={({ target }) => onChange({ menu: target.checked })}
      />
    </>
  );
}

function PresentationFields(fields: FieldsProps): ReactNode {
  const { values, fault, onChange } = fields;
  const id = useId();
  const computed = useReadTime(values.content);
  const facets = useApiQuery('getPostTable', { limit: 1 });
  return (
    <>
      <SectionFields section="presentation" {...fields} />
      <TextField
        label={FIELD_LABELS.category}
        name="category"
        list={id}
        placeholder={DEFAULT_CATEGORY}
        autoComplete="off"
        value={values.category}
        error={errorOf(fault, 'category')}
        onChange={({ target }) => onChange({ category: target.value })}
      />
      <datalist id={id}>
        {facets.data?.categories.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TagsField
        tags={values.tags}
        known={facets.data?.tags ?? []}
        error={errorOf(fault, 'tags')}
        onChange={(tags) => onChange({ tags })}
      />
      <TextField
        label={FIELD_LABELS.readTime}
        name="readTime"
        placeholder={computed}
        hint="Vide&nbsp;: calculé d’après la longueur du texte."
        value={values.readTime}
        error={errorOf(fault, 'readTime')}
        onChange={({ target }) => onChange({ readTime: target.value })}
      />
    </>
  );
}

interface CoverFieldsProps extends FieldsProps {
  readonly upload: ImageUpload;
}

function CoverFields({ upload, ...fields }: CoverFieldsProps): ReactNode {
  const { values, fault, onChange } = fields;
  return (
    <>
      <CoverField
        value={values.coverImage}
        alt={values.coverImageAlt}
        error={errorOf(fault, 'coverImage')}
        upload={upload}
        onChange={(coverImage) => onChange({ coverImage })}
      />
      <SectionFields section="cover" {...fields} />
    </>
  );
}

function SocialFields(fields: FieldsProps): ReactNode {
  const { values, fault, onChange } = fields;
  return (
    <>
      <SectionFields section="social" {...fields} />
      <TextField
        label={FIELD_LABELS.ogImage}
        name="ogImage"
        placeholder={values.coverImage === '' ? '/images/…' : values.coverImage}
        hint={
          isUnsharable(values.ogImage.trim())
            ? UNSHARABLE
            : 'Vide\u00a0: la couverture\u00a0; sans couverture, une image est dessinée avec le titre.'
        }
        value={values.ogImage}
        error={errorOf(fault, 'ogImage')}
        onChange={({ target }) => onChange({ ogImage: target.value })}
      />
      <SocialCards values={values} />
    </>
  );
}

interface SectionFieldsProps extends FieldsProps {
  readonly section: FormPlace['section'];
}

/** The fields of a section that have no control of their own, as their rows say (content/model/post-fields.ts). */
function SectionFields({ section, ...fields }: SectionFieldsProps): ReactNode {
  return PLACED_FIELDS.filter((field) => POST_FIELDS[field].form.section === section).map((field) => (
    <PlacedField key={field} field={field} {...fields} />
  ));
}

type PlacedField = FieldsWith<{ form: FormPlace }>;
const PLACED_FIELDS = ALL_FIELDS.filter((field): field is PlacedField => fieldRow(field).form !== undefined);

interface PlacedFieldProps extends FieldsProps {
  readonly field: PlacedField;
}

function PlacedField({ field, values, fault, onChange }: PlacedFieldProps): ReactNode {
  const { kind, label, form } = fieldRow(field);
  const limit = limitOf(field, values);
  const place = POST_FIELDS[field].form;
  const text = values[field];
  const change = (value: string) => onChange({ [field]: value });
  const control = { label, name: field, value: text, error: errorOf(fault, field) };
  if (kind === 'moment') return <DateField {...control} hint={form?.hint ?? ''} onChange={change} />;
  const written = {
    ...control,
    hint: limit === undefined ? form?.hint : <Counter text={text} limit={limit} />,
    placeholder: 'standIn' in place ? values[place.standIn] : undefined,
  };
  return form?.lines === undefined ? (
    <TextField {...written} onChange={({ target }) => change(target.value)} />
  ) : (
    <TextArea {...written} rows={form.lines} onChange={({ target }) => change(target.value)} />
  );
}

/** The fault of a field, when it is the one. */
export function errorOf(fault: FieldFault | null, field: keyof FormValues): string | undefined {
  return fault?.field === field ? fault.text : undefined;
}
