import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';

const NavigationContext = createContext<Navigation | null>(null);

/** The admin's addresses, in the browser's own history. */
export function NavigationProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [navigation] = useState(() => createNavigation(window));
  useEffect(() => navigation.listen(), [navigation]);
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

/** Where the admin is, and how to go elsewhere; `go` and `mayLeave` ask first when unsaved text would be lost. */
export function useNavigation() {
  const navigation = useProvided();
  const path = useSyncExternalStore(navigation.subscribe, navigation.path);
  const { go, take, rename, turnTo, mayLeave, letGo } = navigation;
  return { path, go, take, rename, turnTo, mayLeave, letGo };
}

/** While something would be lost, leaving by the admin, the browser's history or its window asks first. */
export function useLeaveGuard(isLoss: boolean, question = LEAVE_QUESTION): void {
  const navigation = useProvided();
  useEffect(() => (isLoss ? navigation.guard(question) : undefined), [navigation, isLoss, question]);
}

interface LinkProps {
  readonly to: string;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

/** A link inside the admin: an ordinary one for the keyboard, a new tab and the middle button. */
export function Link({ to, isCurrent = false, children }: LinkProps): ReactNode {
  const { go } = useNavigation();
  return (
    <a
      href={to}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}

function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

function useProvided(): Navigation {
  const navigation = useContext(NavigationContext);
  if (navigation === null) throw new Error('useNavigation needs a NavigationProvider above it.');
  return navigation;
}

const LEAVE_QUESTION = 'Le texte en cours n’est pas enregistré. Voulez-vous vraiment quitter cette page ?';

/** What of a window the addresses of the admin need. */
export type NavigationWindow = Pick<
  Window,
  'history' | 'location' | 'confirm' | 'addEventListener' | 'removeEventListener' | 'scrollTo'
>;

/**
 * Addresses in the browser's history. Every step carries its number, so that a step backwards that the author takes
 * back can be undone.
 */
export function createNavigation(window: NavigationWindow) {
  const listeners = new Set<() => void>();
  const guards = new Set<{ readonly question: string }>();
  let step = stepOf(window.history.state);
  let isUndoing = false;
  let handed: string | null = null;
  let renamed: { readonly from: string; readonly to: string } | null = null;

  const notify = () => {
    for (const listener of listeners) listener();
  };
  const mayLeave = () =>
    guards.size === 0 || window.confirm([...new Set([...guards].map(({ question }) => question))].join('\n'));

  function onPopState(): void {
    const wanted = stepOf(window.history.state);
    if (isUndoing) {
      isUndoing = false;
      return;
    }
    if (!mayLeave()) {
      isUndoing = true;
      window.history.go(step - wanted);
      return;
    }
    step = wanted;
    renamed = null;
    notify();
  }

  function onBeforeUnload(event: BeforeUnloadEvent): void {
    if (guards.size > 0) event.preventDefault();
  }

  return {
    path: () => (window.location.pathname === renamed?.to ? renamed.from : window.location.pathname),
    /** `hand` is for what is shown there, which may {@link take} it. */
    go(path: string, hand: string | null = null): void {
      if (path === window.location.pathname || !mayLeave()) return;
      step += 1;
      handed = hand;
      renamed = null;
      window.history.pushState({ step }, '', path);
      window.scrollTo(0, 0);
      notify();
    },
    /** What came with the last `go`; once. */
    take(): string | null {
      const taken = handed;
      handed = null;
      return taken;
    },
    /** Gives what is shown another address, for a reload or a bookmark; it stays shown, under the name it has here. */
    rename(path: string): void {
      if (path === window.location.pathname) return;
      renamed = { from: renamed?.from ?? window.location.pathname, to: path };
      window.history.replaceState({ step }, '', path);
    },
    /** Shows another side of what is shown, such as a tab: nothing is left by it, so nothing is asked. */
    turnTo(path: string): void {
      if (path === window.location.pathname) return;
      renamed = null;
      window.history.replaceState({ step }, '', path);
      notify();
    },
    /** What is asked before the page is left; gives what takes the guard away. */
    guard(question = LEAVE_QUESTION): () => void {
      const guard = { question };
      guards.add(guard);
      return () => guards.delete(guard);
    },
    /** Whether the page may be left by something else, which is to {@link letGo} once it leaves. */
    mayLeave,
    /** What is open now asks no more. */
    letGo: () => guards.clear(),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Follows the browser's own buttons; gives what stops it. */
    listen(): () => void {
      window.addEventListener('popstate', onPopState);
      window.addEventListener('beforeunload', onBeforeUnload);
      return () => {
        window.removeEventListener('popstate', onPopState);
        window.removeEventListener('beforeunload', onBeforeUnload);
      };
    },
  };
}

type Navigation = ReturnType<typeof createNavigation>;

function stepOf(state: unknown): number {
  return typeof state === 'object' && state !== null && 'step' in state && typeof state.step === 'number'
    ? state.step
    : 0;
}
