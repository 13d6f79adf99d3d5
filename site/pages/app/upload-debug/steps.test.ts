import { describe, expect, it } from 'vitest';
import { createClient, OperationError } from '#content/contract/client.ts';
import { changeRun, diagnose, FRESH_RUN, type Run } from './steps.ts';

const USER = { id: crypto.randomUUID(), username: 'claire', displayName: 'Claire', email: '' };

describe('diagnose', () => {
  it('stops at the first step that fails, with its status and text in the log', async () => {
    const client = createClient((name) =>
      name === 'getUser'
        ? Promise.resolve(USER)
        : Promise.reject(new OperationError({ status: 503, text: 'Le site démarre.', code: 'starting' })),
    );
    let run: Run = FRESH_RUN;
    await diagnose({
      client,
      file: new File(['x'], 'a.png'),
      onChange: (change) => {
        run = changeRun(run, change);
      },
    });
    expect(run.states).toEqual(['success', 'error', 'idle', 'idle']);
    expect(run.log).toEqual([
      '— Authentification',
      'Connecté : claire',
      '— Génération de l’adresse d’envoi',
      'Erreur : 503: Le site démarre.',
    ]);
  });
});

describe('changeRun', () => {
  it('starts anew', () => {
    const used = changeRun(FRESH_RUN, { kind: 'log', line: 'a' });
    expect(changeRun(used, { kind: 'start' })).toEqual(FRESH_RUN);
  });
});
