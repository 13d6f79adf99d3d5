import { join } from 'node:path';
import type { ContentError } from '#content/model/errors.ts';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import { openState, type State } from '../data/state.ts';
import { person } from './state-rows.ts';

/** A data folder whose accounts are opened and closed again and again. Remove it always. */
export function createStatePlace() {
  const folder = createTemporaryFolder();
  const errors: unknown[] = [];
  const said: string[] = [];
  let opened: readonly State[] = [];
  return {
    folder,
    errors,
    said,
    at: (name: string): string => join(folder.path, name),
    async open(refusal: ContentError | null = null): Promise<State> {
      const state = await openState({
        dataDir: folder.path,
        refusal,
        onError: (error) => errors.push(error),
        say: (sentence) => said.push(sentence),
      });
      opened = [...opened, state];
      return state;
    },
    close(state: State): void {
      state.close();
      opened = opened.filter((one) => one !== state);
    },
    remove(): void {
      for (const state of opened) state.close();
      folder.remove();
    },
  };
}

export type StatePlace = ReturnType<typeof createStatePlace>;

/** The names of those who may sign in. */
export const namesIn = async (state: State) => (await state.known()).users.map(({ username }) => username);

export const addPerson = (state: State, number: number) =>
  state.change(({ users }) => {
    users.put(person(number));
  });
