// @vitest-environment jsdom
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { App } from './app.tsx';

it('says why where the program behind the window does not answer, and asks it again', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('invoke', () => Promise.reject(new Error('the program is gone')));
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(() => {
    root.render(createElement(App));
    return Promise.resolve();
  });
  expect(document.querySelector('[role="alert"]')?.textContent).toMatch(/erreur/);
  expect(document.querySelector('main button')?.textContent).toBe('Réessayer');
  act(() => {
    root.unmount();
  });
  vi.unstubAllGlobals();
});
