import { describe, expect, it } from 'vitest';
import { createNavigation, type NavigationWindow } from './navigation.tsx';

type Entry = { readonly state: unknown; readonly path: string };

/** A browser's history and the question it asks, without the browser; `answers` are the author's, in order. */
function browser(answers: readonly boolean[] = []) {
  const target = new EventTarget();
  const asked: string[] = [];
  let entries: readonly Entry[] = [{ state: null, path: '/admin' }];
  let at = 0;
  const here = (): Entry => entries[at] ?? { state: null, path: '' };
  const window = {
    location: {
      get pathname() {
        return here().path;
      },
    },
    history: {
      get state() {
        return here().state;
      },
      pushState(state: unknown, _: string, path: string) {
        entries = [...entries.slice(0, at + 1), { state, path }];
        at += 1;
      },
      replaceState(state: unknown, _: string, path: string) {
        entries = entries.map((entry, index) => (index === at ? { state, path } : entry));
      },
      go(steps: number) {
        at += steps;
        target.dispatchEvent(new Event('popstate'));
      },
    },
    confirm(question: string) {
      asked.push(question);
      return answers[asked.length - 1] ?? false;
    },
    scrollTo() {},
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  } as unknown as NavigationWindow; // the few parts of a window that are used
  return {
    window,
    asked,
    leave: () => target.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  };
}

function open(answers?: readonly boolean[]) {
  const place = browser(answers);
  const navigation = createNavigation(place.window);
  navigation.listen();
  return { ...place, navigation };
}

describe('createNavigation', () => {
  it('goes to an address, tells who follows, and comes back', () => {
    const { navigation, window } = open();
    const seen: string[] = [];
    navigation.subscribe(() => seen.push(navigation.path()));
    navigation.go('/admin/images');
    window.history.go(-1);
    expect(seen).toEqual(['/admin/images', '/admin']);
  });

  it('asks before unsaved text is left, and stays when told so', () => {
    const { navigation, asked } = open([false, true]);
    navigation.guard();
    navigation.go('/admin/images');
    expect(navigation.path()).toBe('/admin');
    navigation.go('/admin/images');
    expect([navigation.path(), asked.length]).toEqual(['/admin/images', 2]);
  });

  it('asks for all that would be lost at once', () => {
    const { navigation, asked } = open([true]);
    for (const question of ['Le texte ?', 'L’envoi ?', 'Le texte ?']) navigation.guard(question);
    navigation.go('/admin/images');
    expect(asked).toEqual(['Le texte ?\nL’envoi ?']);
  });

  it('turns to another side of what is shown without asking or adding a step', () => {
    const { navigation, window, asked } = open();
    navigation.go('/admin/reglages');
    navigation.guard();
    const seen: string[] = [];
    navigation.subscribe(() => seen.push(navigation.path()));
    navigation.turnTo('/admin/reglages/compte');
    expect([seen, asked]).toEqual([['/admin/reglages/compte'], []]);
    expect(window.location.pathname).toBe('/admin/reglages/compte');
  });

  it('undoes a step of the browser that is taken back', () => {
    const { navigation, window } = open([false]);
    navigation.go('/admin/articles/nouveau');
    navigation.guard();
    const seen: string[] = [];
    navigation.subscribe(() => seen.push(navigation.path()));
    window.history.go(-1);
    expect([navigation.path(), seen]).toEqual(['/admin/articles/nouveau', []]);
  });

  it('gives what is shown another address, until it is left', () => {
    const { navigation, window } = open();
    navigation.go('/admin/articles/nouveau');
    navigation.rename('/admin/articles/1');
    expect([window.location.pathname, navigation.path()]).toEqual([
      '/admin/articles/1',
      '/admin/articles/nouveau',
    ]);
    navigation.go('/admin');
    window.history.go(-1);
    expect(navigation.path()).toBe('/admin/articles/1');
  });

  it('asks before something else takes the author away, and not a second time', () => {
    const { navigation, asked, leave } = open([false, true]);
    navigation.guard();
    expect([navigation.mayLeave(), navigation.mayLeave()]).toEqual([false, true]);
    expect(leave()).toBe(false);
    navigation.letGo();
    expect([leave(), asked.length]).toEqual([true, 2]);
  });

  it('asks no more once the guard is gone', () => {
    const { navigation, asked, leave } = open();
    const release = navigation.guard();
    expect(leave()).toBe(false);
    release();
    navigation.go('/admin/images');
    expect([navigation.path(), asked, leave()]).toEqual(['/admin/images', [], true]);
  });
});
