import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { EditorController } from '../editor/editor-controller.ts';
import type { FormField } from './form-values.ts';

/** Fields that are always shown; the others are in the side panel. */
const OUTSIDE: readonly FormField[] = ['title', 'slug', 'content', 'isPublished'];

interface Place {
  readonly from: number;
  readonly to: number;
}

interface FieldFocusOptions {
  readonly editor: EditorController;
  /** A new article starts in its title. */
  readonly isNew: boolean;
  readonly openPanel: () => void;
}

/** Goes to a field of the form, opening the panel it is in; a place of it is selected. */
export function useFieldFocus({ editor, isNew, openPanel }: FieldFocusOptions) {
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isNew) root.current?.querySelector<HTMLElement>('[name="title"]')?.focus();
  }, [isNew]);

  function focusField(field: FormField, place: Place | null = null): void {
    if (field === 'content') {
      editor.focus();
      if (place !== null) editor.select(place.from, place.to);
      return;
    }
    if (!OUTSIDE.includes(field)) flushSync(openPanel);
    const control = root.current?.querySelector(`[name="${field}"]`);
    if (!(control instanceof HTMLElement)) return;
    control.focus();
    control.scrollIntoView({ block: 'center' });
    if (place !== null && (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement))
      control.setSelectionRange(place.from, place.to);
  }

  return { root, focusField };
}
