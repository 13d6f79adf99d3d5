import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { quoted } from '#content/model/french-spaces.ts';
import { Field } from '../kit/fields.tsx';
import { FIELD_LABELS } from './form-values.ts';
import './tags-field.css';
import { MAX_TAGS } from '#content/contract/fields.ts';

interface TagsFieldProps {
  readonly tags: readonly string[];
  readonly known: readonly KnownTag[];
  readonly error: string | undefined;
  readonly onChange: (tags: readonly string[]) => void;
}

/**
 * Tags as chips: a comma or Enter adds what is typed, Backspace in an empty field takes the last one back. What is half typed is a
 * tag already: whatever saves or keeps the form has it.
 */
export function TagsField({ tags, known, error, onChange }: TagsFieldProps): ReactNode {
  const [typed, setTyped] = useState(NOTHING);
  const input = useRef<HTMLInputElement>(null);
  const chosen = tags.filter((tag) => tag !== typed.tag);

  function type(text: string): void {
    const next = withTags(chosen, text);
    onChange(next);
    setTyped(text.includes(',') ? NOTHING : { text, tag: next[chosen.length] ?? null });
  }
  function add(text: string): void {
    onChange(withTags(chosen, text));
    setTyped(NOTHING);
  }
  function remove(tag: string): void {
    onChange(tags.filter((other) => other !== tag));
    input.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add(typed.text);
    } else if (event.key === 'Backspace' && typed.text === '' && tags.length > 0) {
      onChange(tags.slice(0, -1));
    }
  }

  return (
    <div className="tags-field">
      <Field label={FIELD_LABELS.tags} hint="Virgule ou Entrée pour ajouter." error={error}>
        {(names) => (
          <div className="tags-control">
            {chosen.map((tag) => (
              <span key={tag} className="tag-chip">
                {tag}
                <button type="button" aria-label={`Retirer ${quoted(tag)}`} onClick={() => remove(tag)}>
                  <X aria-hidden="true" size={14} />
                </button>
              </span>
            ))}
            <input
              {...names}
              ref={input}
              name="tags"
              autoComplete="off"
              value={typed.text}
              onChange={({ target }) => type(target.value)}
              onKeyDown={onKeyDown}
              onBlur={() => {
                if (typed.text.trim() !== '') add(typed.text);
              }}
            />
          </div>
        )}
      </Field>
      <Suggestions tags={suggestedTags(known, chosen, typed.text)} onChoose={add} />
    </div>
  );
}

/** What is in the field, and the tag that it makes of those there are: null where it is none, or one of the others. */
interface Typed {
  readonly text: string;
  readonly tag: string | null;
}
const NOTHING: Typed = { text: '', tag: null };

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

/** The tags with those of a typed text (« a, b »): without a leading #, each once whatever its capitals. */
export function withTags(tags: readonly string[], typed: string): readonly string[] {
  const added = typed
    .split(/[,\n]/)
    .map((tag) =>
      tag
        .trim()
        .replace(/^#+\s*/, '')
        .replace(/\s+/g, ' '),
    )
    .filter((tag) => tag !== '');
  return added.reduce((list, tag) => (hasTag(list, tag) ? list : [...list, tag]), tags).slice(0, MAX_TAGS);
}

/** A tag of other posts, and of how many. */
interface KnownTag {
  readonly name: string;
  readonly count: number;
}

/** Known tags that fit what is being typed and are not chosen yet, those that begin with it first, then the most used. */
export function suggestedTags(
  known: readonly KnownTag[],
  chosen: readonly string[],
  typed: string,
): readonly string[] {
  const wanted = fold(typed.trim());
  const begins = ({ name }: KnownTag): number => Number(fold(name).startsWith(wanted));
  return known
    .filter(({ name }) => !hasTag(chosen, name) && fold(name).includes(wanted))
    .toSorted((a, b) => begins(b) - begins(a) || b.count - a.count)
    .slice(0, 6)
    .map(({ name }) => name);
}

function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((other) => other.toLowerCase() === tag.toLowerCase());
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
