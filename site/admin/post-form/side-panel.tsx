import { type ReactNode, useId } from 'react';
import { isUnsharable, UNSHARABLE } from '#content/model/image.ts';
import { DEFAULT_CATEGORY } from '#content/model/post.ts';
import { useAdmin } from '../context.ts';
import { TextArea, TextField } from '../kit/fields.tsx';
import { useOperation } from '../use-operation.ts';
import { useReadTime } from '../use-settled.ts';
import { Counter } from './counter.tsx';
import { CoverField } from './cover-field.tsx';
import { DateField } from './date-field.tsx';
import { FIELD_LABELS } from './field-labels.ts';
import { FIELD_LIMITS } from './field-limits.ts';
import type { FieldFault } from './first-faults.ts';
import type { FormValues } from './form-values.ts';
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

interface SidePanelProps extends FieldsProps {
  readonly id: string | null;
  /** Of a live article: whether the next save is a minor one. */
  readonly minor: { readonly isMinor: boolean; readonly onMinor: (isMinor: boolean) => void } | null;
  readonly onClose: () => void;
}

/** Everything of a post but its title, address and text. */
export function SidePanel({ id, minor, onClose, ...fields }: SidePanelProps): ReactNode {
  const { offers } = useAdmin();
  return (
    <Sheet title="Réglages de l’article" closeLabel="Fermer les réglages" onClose={onClose}>
      <Section title="Présentation">
        <PresentationFields {...fields} />
      </Section>
      <Section title="Couverture">
        <CoverFields {...fields} />
      </Section>
      <Section title="Dates">
        <DateFields {...fields} />
      </Section>
      {minor !== null && (
        <Section title="Mise à jour">
          <MinorCheckbox {...minor} />
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

function PresentationFields({ values, fault, onChange }: FieldsProps): ReactNode {
  const id = useId();
  const computed = useReadTime(values.content);
  const facets = useOperation('getPostTable', { limit: 1 });
  return (
    <>
      <TextArea
        label={FIELD_LABELS.excerpt}
        name="excerpt"
        rows={3}
        spellCheck
        hint={<Counter text={values.excerpt} limit={FIELD_LIMITS.excerpt} />}
        error={errorOf(fault, 'excerpt')}
        value={values.excerpt}
        onChange={({ target }) => onChange({ excerpt: target.value })}
      />
      <TextField
        label={FIELD_LABELS.category}
        name="category"
        list={id}
        placeholder={DEFAULT_CATEGORY}
        autoComplete="off"
        value={values.category}
        onChange={({ target }) => onChange({ category: target.value })}
      />
      <datalist id={id}>
        {facets.data?.categories.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TagsField tags={values.tags} known={facets.data?.tags ?? []} onChange={(tags) => onChange({ tags })} />
      <TextField
        label={FIELD_LABELS.readTime}
        name="readTime"
        placeholder={computed}
        hint="Vide : calculé d’après la longueur du texte."
        value={values.readTime}
        onChange={({ target }) => onChange({ readTime: target.value })}
      />
    </>
  );
}

function CoverFields({ values, fault, onChange }: FieldsProps): ReactNode {
  return (
    <>
      <CoverField
        value={values.coverImage}
        alt={values.coverImageAlt}
        error={errorOf(fault, 'coverImage')}
        onChange={(coverImage) => onChange({ coverImage })}
      />
      <TextField
        label={FIELD_LABELS.coverImageAlt}
        name="coverImageAlt"
        hint="Ce que l’image montre, pour ceux qui ne la voient pas."
        value={values.coverImageAlt}
        onChange={({ target }) => onChange({ coverImageAlt: target.value })}
      />
    </>
  );
}

function DateFields({ values, fault, onChange }: FieldsProps): ReactNode {
  return (
    <>
      <DateField
        label={FIELD_LABELS.published}
        name="published"
        hint="Heure de Paris. Vide : le moment de la publication. Une date à venir programme l’article."
        value={values.published}
        error={errorOf(fault, 'published')}
        onChange={(published) => onChange({ published })}
      />
      <DateField
        label={FIELD_LABELS.unpublishAt}
        name="unpublishAt"
        hint="Heure de Paris. Vide : l’article reste en ligne."
        value={values.unpublishAt}
        error={errorOf(fault, 'unpublishAt')}
        onChange={(unpublishAt) => onChange({ unpublishAt })}
      />
    </>
  );
}

function SocialFields({ values, onChange }: FieldsProps): ReactNode {
  return (
    <>
      <TextField
        label={FIELD_LABELS.socialTitle}
        name="socialTitle"
        placeholder={values.title}
        hint={<Counter text={values.socialTitle} limit={FIELD_LIMITS.socialTitle} />}
        value={values.socialTitle}
        onChange={({ target }) => onChange({ socialTitle: target.value })}
      />
      <TextArea
        label={FIELD_LABELS.socialDescription}
        name="socialDescription"
        rows={3}
        placeholder={values.excerpt}
        hint={<Counter text={values.socialDescription} limit={FIELD_LIMITS.socialDescription} />}
        value={values.socialDescription}
        onChange={({ target }) => onChange({ socialDescription: target.value })}
      />
      <TextField
        label={FIELD_LABELS.ogImage}
        name="ogImage"
        placeholder={values.coverImage === '' ? '/images/…' : values.coverImage}
        hint={
          isUnsharable(values.ogImage.trim())
            ? UNSHARABLE
            : 'Vide : la couverture ; sans couverture, une image est dessinée avec le titre.'
        }
        value={values.ogImage}
        onChange={({ target }) => onChange({ ogImage: target.value })}
      />
      <SocialCards values={values} />
    </>
  );
}

/** The fault of a field, when it is the one. */
export function errorOf(fault: FieldFault | null, field: keyof FormValues): string | undefined {
  return fault?.field === field ? fault.text : undefined;
}
