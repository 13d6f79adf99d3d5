import { describe, expect, it } from 'vitest';
import { createSitePreview } from './site-preview.ts';

type Host = Parameters<typeof createSitePreview>[0];

/** The program behind the window, and what it was told. */
function startHost() {
  const told: unknown[] = [];
  const page = new EventTarget();
  const state = { isOpen: false };
  const host: Host = {
    isSiteOpen: () => Promise.resolve({ isOpen: state.isOpen }),
    openSite: ({ width }) => {
      state.isOpen = true;
      told.push(width);
      return Promise.resolve(undefined);
    },
    showText: ({ text }) => {
      told.push(text?.post.title ?? null);
      return Promise.resolve(undefined);
    },
  };
  const site = createSitePreview(host, page);
  const type = (title: string) => site.show({ id: null, post: { title, slug: 'a', content: '' } });
  return { site, told, type, page, state };
}

describe('createSitePreview', () => {
  it('sends nothing of a text while no window shows it', async () => {
    const { told, type } = startHost();
    await type('Un');
    await type('Un deux');
    expect(told).toEqual([]);
  });

  it('sends the last text before the window opens, and each after that', async () => {
    const { site, told, type } = startHost();
    await type('Un');
    await type('Un deux');
    await site.open('wide');
    await type('Un deux trois');
    expect(told).toEqual(['Un deux', 'wide', 'Un deux trois']);
  });

  it('sends the last text to a window that something else opened', async () => {
    const { told, type, page, state } = startHost();
    await type('Un');
    page.dispatchEvent(new Event('blur'));
    await type('Un deux');
    state.isOpen = true;
    page.dispatchEvent(new Event('blur'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual(['Un deux']);
  });

  it('says at once that no form is open any more', async () => {
    const { site, told, type } = startHost();
    await type('Un');
    await site.show(null);
    await site.open('phone');
    expect(told).toEqual([null, 'phone']);
  });
});
