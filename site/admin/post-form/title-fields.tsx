import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { POST_FIELDS } from '#content/model/post-fields.ts';
import { postWords } from '#content/model/post-words.ts';
import { Field } from '../kit/fields.tsx';
import { Counter } from './counter.tsx';
import { filledSlug } from './first-faults.ts';
import { addressOf, FIELD_LABELS } from './form-values.ts';
import { errorOf, type FieldsProps } from './side-panel.tsx';

/** The title, large as readers will see it, and the address made of it when it is left (docs/product.md, Article form). */
export function TitleFields({ values, fault, onChange }: FieldsProps): ReactNode {
  return (
    <div className="title-fields">
      <Field label={FIELD_LABELS.title} isLabelUnseen error={errorOf(fault, 'title')}>
        {(names) => (
          <textarea
            {...names}
            className="title-input"
            name="title"
            rows={1}
            autoComplete="off"
            spellCheck
            lang="fr"
            placeholder={`Titre ${postWords(values).of}`}
            value={values.title}
            onChange={({ target }) => onChange({ title: target.value.replace(/[\r\n]+/g, ' ') })}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
            }}
            onBlur={() => {
              const slug = filledSlug(values);
              // At once: what goes to the next field selects its text before it writes over it.
              if (slug !== values.slug) flushSync(() => onChange({ slug }));
            }}
          />
        )}
      </Field>
      <div className="slug-row">
        <Field label={FIELD_LABELS.slug} error={errorOf(fault, 'slug')}>
          {(names) => (
            <div className="slug-control">
              <span aria-hidden="true">{addressOf({ slug: '', isPage: values.isPage })}</span>
              <input
                {...names}
                name="slug"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={values.slug}
                // Its text may have come with the focus, from the title that was left.
                onFocus={({ target }) => target.select()}
                onChange={({ target }) => onChange({ slug: target.value })}
              />
            </div>
          )}
        </Field>
        <Counter text={values.title} limit={POST_FIELDS.title.limit} />
      </div>
    </div>
  );
}
