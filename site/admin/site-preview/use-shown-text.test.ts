// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { OperationError } from '#content/contract/client.ts';
import { initialState } from '../post-form/form-state.ts';
import { createFormStore } from '../post-form/form-store.ts';
import { showForm } from './use-shown-text.ts';

const failure = (code: string, status: number) => new OperationError({ status, text: 'Une raison.', code });

it('tells what is not expected, once, and nothing of a text that cannot be saved', async () => {
  vi.useFakeTimers();
  const form = createFormStore(initialState(null));
  const answers = [
    failure('invalid', 400),
    failure('not-found', 404),
    failure('internal', 500),
    failure('internal', 500),
    null,
    failure('read-only', 503),
  ];
  const told: unknown[] = [];
  const show = () => {
    const answer = answers.shift() ?? null;
    return answer === null ? Promise.resolve() : Promise.reject(answer);
  };
  const stop = showForm(form, { show }, (error) => told.push((error as OperationError).code));
  const after: unknown[] = [];
  while (answers.length > 0) {
    form.change({ kind: 'typed', fields: { title: `Titre ${answers.length}` } });
    await vi.runAllTimersAsync();
    after.push([...told]);
  }
  stop();
  vi.useRealTimers();
  expect(after).toEqual([[], ['internal'], ['internal'], ['internal'], ['internal', 'read-only']]);
});
