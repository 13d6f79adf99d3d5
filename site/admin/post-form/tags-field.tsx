import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Field } from '../kit/fields.tsx';
import { FIELD_LABELS } from './field-labels.ts';
import { type KnownTag, suggestedTags, withTags } from './tag-list.ts';
import './tags-field.css';

interface TagsFieldProps {
  readonly tags: readonly string[];
  readonly known: readonly KnownTag[];
  readonly onChange: (tags: readonly string[]) => void;
}

/** Tags as chips: a comma or Enter adds what is typed, Backspace in an empty field takes the last one back. */
export function TagsField({ tags, known, onChange }: TagsFieldProps): ReactNode {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);

  function add(text: string): void {
    onChange(withTags(tags, text));
    setTyped('');
  }
  function remove(tag: string): void {
    onChange(tags.filter((other) => other !== tag));
    input.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      onChange(tags.slice(0, -1));
    }
  }

  return (
    <div className="tags-field">
      <Field label={FIELD_LABELS.tags} hint="Virgule ou Entrée pour ajouter.">
        {(names) => (
          <div className="tags-control">
            {tags.map((tag) => (
              <span key={tag} className="tag-chip">
                {tag}
                <button type="button" aria-label={`Retirer « ${tag} »`} onClick={() => remove(tag)}>
                  <X aria-hidden="true" size={14} />
                </button>
              </span>
            ))}
            <input
              {...names}
              ref={input}
              name="tags"
              autoComplete="off"
              value={typed}
              onChange={({ target }) =>
                target.value.includes(',') ? add(target.value) : setTyped(target.value)
              }
              onKeyDown={onKeyDown}
              onBlur={() => {
                if (typed.trim() !== '') add(typed);
              }}
            />
          </div>
        )}
      </Field>
      <Suggestions tags={suggestedTags(known, tags, typed)} onChoose={add} />
    </div>
  );
}

interface SuggestionsProps {
  readonly tags: readonly string[];
  readonly onChoose: (tag: string) => void;
}

function Suggestions({ tags, onChoose }: SuggestionsProps): ReactNode {
  if (tags.length === 0) return null;
  return (
    <ul className="tag-suggestions" aria-label="Mots-clés déjà employés">
      {tags.map((tag) => (
        <li key={tag}>
          {/* The field would otherwise lose the focus, and add what is half typed. */}
          <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => onChoose(tag)}>
            <Plus aria-hidden="true" size={13} />
            {tag}
          </button>
        </li>
      ))}
    </ul>
  );
}
