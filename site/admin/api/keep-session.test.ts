import { describe, expect, it } from 'vitest';
import { createClient, OperationError, type Transport } from '#content/contract/client.ts';
import { createSignInGate, keepSession } from './keep-session.ts';

/** The calls of a transport that keeps its session. */
const clientOf = (...kept: Parameters<typeof keepSession>) => createClient(keepSession(...kept));

const LOST = new OperationError({
  status: 401,
  text: 'Connectez-vous pour continuer.',
  code: 'unauthenticated',
});

/** A server whose session is lost until `isSignedIn` says otherwise. */
function server() {
  const state = { isSignedIn: false, calls: 0 };
  const transport: Transport = () => {
    state.calls += 1;
    return state.isSignedIn ? Promise.resolve([]) : Promise.reject(LOST);
  };
  return { state, transport };
}

describe('keepSession', () => {
  it('makes a call again once somebody signed in', async () => {
    const { state, transport } = server();
    const kept = clientOf(transport, () => {
      state.isSignedIn = true;
      return Promise.resolve(true);
    });
    await expect(kept.listProblems({})).resolves.toEqual([]);
    expect(state.calls).toBe(2);
  });

  it('asks on behalf of who adds an administrator', async () => {
    const { state, transport } = server();
    const kept = clientOf(transport, () => Promise.resolve((state.isSignedIn = true)));
    await kept.register({ username: 'denis', password: 'huit ponts sur la rivière' }).catch(() => null);
    expect(state.calls).toBe(2);
  });

  it('lets the call fail as it did when nobody signs in', async () => {
    const kept = clientOf(server().transport, () => Promise.resolve(false));
    await expect(kept.listProblems({})).rejects.toBe(LOST);
  });

  it('never asks on behalf of getUser, whose 401 is an answer', async () => {
    const kept = clientOf(server().transport, () => Promise.reject(new Error('asked')));
    await expect(kept.getUser({})).rejects.toBe(LOST);
  });

  it('does not take a wrong password for a lost session', async () => {
    const wrong = new OperationError({ status: 401, text: 'Mot de passe incorrect.', code: 'refused' });
    const kept = clientOf(
      () => Promise.reject(wrong),
      () => Promise.reject(new Error('asked')),
    );
    await expect(kept.changePassword({ current: 'a', next: 'b' })).rejects.toBe(wrong);
  });

  it('does not repeat a call that was given up meanwhile', async () => {
    const { state, transport } = server();
    const leaving = new AbortController();
    const kept = clientOf(transport, () => {
      leaving.abort(new Error('quitté'));
      state.isSignedIn = true;
      return Promise.resolve(true);
    });
    await expect(kept.listProblems({}, { signal: leaving.signal })).rejects.toThrow('quitté');
    expect(state.calls).toBe(1);
  });
});

/** Whether it was open, each time that this became otherwise. */
function shownBy(gate: ReturnType<typeof createSignInGate>): readonly boolean[] {
  const shown: boolean[] = [];
  gate.subscribe(() => {
    if (shown.at(-1) !== gate.isOpen()) shown.push(gate.isOpen());
  });
  return shown;
}

describe('createSignInGate', () => {
  it('asks once for any number of calls, and answers all', async () => {
    const gate = createSignInGate();
    const shown = shownBy(gate);
    const asked = [gate.ask(), gate.ask(), gate.ask()];
    gate.answer(true);
    expect([await Promise.all(asked), shown]).toEqual([
      [true, true, true],
      [true, false],
    ]);
  });

  it('asks again after it was answered', async () => {
    const gate = createSignInGate();
    const shown = shownBy(gate);
    const first = gate.ask();
    gate.answer(false);
    const second = gate.ask();
    gate.answer(true);
    expect([await first, await second, shown]).toEqual([false, true, [true, false, true, false]]);
  });
});
