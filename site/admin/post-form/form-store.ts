import { changeForm, type FormChange, type FormState } from './form-state.ts';

/** The form's state outside React: what is under way (a save, a check) reads what is written by now. */
export function createFormStore(initial: FormState) {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    state: (): FormState => state,
    change(change: FormChange): void {
      state = changeForm(state, change);
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
export type FormStore = ReturnType<typeof createFormStore>;
