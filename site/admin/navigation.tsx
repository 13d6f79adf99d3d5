import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { createNavigation, type Navigation } from './browser-path.ts';

const NavigationContext = createContext<Navigation | null>(null);

/** The admin's addresses, in the browser's own history. */
export function NavigationProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [navigation] = useState(() => createNavigation(window));
  useEffect(() => navigation.listen(), [navigation]);
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

/** Where the admin is, and how to go elsewhere; `go` asks first when unsaved text would be lost. */
export function useNavigation(): Pick<Navigation, 'go' | 'rename' | 'turnTo'> & { readonly path: string } {
  const navigation = useProvided();
  const path = useSyncExternalStore(navigation.subscribe, navigation.path);
  return { path, go: navigation.go, rename: navigation.rename, turnTo: navigation.turnTo };
}

/** While `isDirty`, leaving by the admin, the browser's history or its window asks first. */
export function useLeaveGuard(isDirty: boolean): void {
  const navigation = useProvided();
  useEffect(() => (isDirty ? navigation.guard() : undefined), [navigation, isDirty]);
}

interface LinkProps {
  readonly to: string;
  readonly className?: string;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

/** A link inside the admin: an ordinary one for the keyboard, a new tab and the middle button. */
export function Link({ to, className, isCurrent = false, children }: LinkProps): ReactNode {
  const { go } = useNavigation();
  return (
    <a
      href={to}
      className={className}
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
