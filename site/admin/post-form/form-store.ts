import { useEffect, useState } from 'react';
import { changeForm, type FormChange, type FormState, isDirty } from './form-state.ts';

/** The form's state outside React: what is under way (a save, a check) reads what is written by now. */
export function createFormStore(initial: FormState) {
  let state = initial;
  const listeners = new Set<(change: FormChange) => void>();
  return {
    state: (): FormState => state,
    change(change: FormChange): void {
      state = changeForm(state, change);
      for (const listener of listeners) listener(change);
    },
    subscribe(listener: (change: FormChange) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
export type FormStore = ReturnType<typeof createFormStore>;

/** What is shown of a text waits for a pause in typing, in milliseconds. */
const PAUSE = 250;

/**
 * The form's state as it is shown: at once, but for what a key in the text changes, which no control waits for. What acts, and
 * the preview, read the store itself.
 */
export function useFormState(form: FormStore): FormState {
  return useShown(form, staysDirty);
}

/** The text of a form as it was at the last pause in typing: what reads all of it waits for that, also after the first key. */
export function usePausedText(form: FormStore): string {
  return useShown(form, always).values.content;
}

const staysDirty = (last: FormState, now: FormState) => isDirty(last) && isDirty(now);
const always = () => true;

/** Whether a key in the text may wait for a pause is said of the state as it is shown and as it is. */
function useShown(form: FormStore, mayWait: typeof staysDirty): FormState {
  const [shown, setShown] = useState(form.state);
  useEffect(() => {
    let last = form.state();
    let timer: number | undefined;
    function show(): void {
      last = form.state();
      setShown(last);
    }
    const stop = form.subscribe((change) => {
      window.clearTimeout(timer);
      if (isKeyInText(change) && mayWait(last, form.state())) timer = window.setTimeout(show, PAUSE);
      else show();
    });
    // What came between the first showing and this.
    show();
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [form, mayWait]);
  return shown;
}

function isKeyInText(change: FormChange): boolean {
  return change.kind === 'typed' && Object.keys(change.fields).every((field) => field === 'content');
}
