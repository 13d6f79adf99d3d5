// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { Machine } from '#desktop/host/machine-calls.ts';
import { NavigationProvider } from '#site/admin/navigation.tsx';
import { MachineSettings } from './machine-settings.tsx';

const FOLLOWING = { address: 'monsite.fr', username: 'claire', isFollowed: true, keeping: 'kept' } as const;

it('asks nothing about an access that is given up, and who stays for a signature sees that it is', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  let machine: Machine = {
    folder: '/articles',
    author: null,
    spelling: 'unchecked',
    isSafe: true,
    remote: FOLLOWING,
  };
  const done = () => Promise.resolve(undefined);
  const host = {
    getMachine: () => Promise.resolve(machine),
    changeAuthor: done,
    changeSpelling: done,
    changeRemote: done,
    stopFollowing: () => {
      machine = { ...machine, remote: { ...FOLLOWING, isFollowed: false } };
      return done();
    },
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const settings = createElement(MachineSettings, { host });
  const does = (step: () => void) =>
    act(() => {
      step();
      return Promise.resolve();
    });
  await does(() => root.render(createElement(NavigationProvider, { children: settings })));
  const press = (name: string) =>
    does(() => [...place.querySelectorAll('button')].find((one) => one.textContent === name)?.click());
  const username = place.querySelector<HTMLInputElement>('[name=username]');
  if (username === null) throw new Error('There is no field.');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(username, 'paul');
  await does(() => void username.dispatchEvent(new Event('input', { bubbles: true })));
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(true);
  await press('Ne plus suivre ce dépôt');
  await press('Ne plus suivre');
  expect(isAsked()).toBe(false);
  expect(place.textContent).toContain('Encrier ne suit plus ce dépôt');
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
