import X from 'lucide-react/icons/x';
import * as RadixToast from 'radix-ui/toast';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useReducer, useRef } from 'react';
import * as z from 'zod';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import { messageOf, withReason } from './error-text.ts';
import './toasts.css';

// docs/product.md, Errors and messages.
const DISPLAY_MS = 5000;
const REMOVAL_DELAY_MS = 1_000_000;
const SWIPE_THRESHOLD = 50;
const HOTKEY = ['F8'];

interface Shown extends Toast {
  readonly id: number;
  readonly isOpen: boolean;
}

type Change =
  | { readonly kind: 'show'; readonly toast: Toast | null }
  | { readonly kind: 'dismiss' | 'remove'; readonly id: number };

const ToastContext = createContext<((toast: Toast | null) => void) | null>(null);

/** Shows toasts (docs/product.md, Errors and messages); at most one at a time, a new one takes the place of the last. */
export function ToastProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [shown, change] = useReducer(changeToast, null);
  const show = useCallback((toast: Toast | null) => change({ kind: 'show', toast }), []);
  useEffect(() => {
    const handedOver = takeToast();
    if (handedOver !== null) show(handedOver);
  }, [show]);
  const viewport = useRef<HTMLOListElement>(null);
  const shownId = shown?.id;
  useEffect(() => {
    // Shown anew with each toast, so that it is above a dialog opened meanwhile.
    viewport.current?.hidePopover();
    viewport.current?.showPopover();
  }, [shownId]);
  const dismissed = shown !== null && !shown.isOpen ? shown.id : null;
  useEffect(() => {
    if (dismissed === null) return;
    const timer = setTimeout(() => change({ kind: 'remove', id: dismissed }), REMOVAL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [dismissed]);
  return (
    <RadixToast.Provider
      duration={DISPLAY_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD}
      label="Notification"
    >
      <ToastContext value={show}>{children}</ToastContext>
      {shown !== null && (
        <ToastCard key={shown.id} toast={shown} onDismiss={() => change({ kind: 'dismiss', id: shown.id })} />
      )}
      <RadixToast.Viewport
        ref={viewport}
        popover="manual"
        className="toasts"
        hotkey={HOTKEY}
        label="Notifications ({hotkey})"
      />
    </RadixToast.Provider>
  );
}

interface ToastCardProps {
  readonly toast: Shown;
  readonly onDismiss: () => void;
}

function ToastCard({ toast, onDismiss }: ToastCardProps): ReactNode {
  return (
    <RadixToast.Root
      className={toast.variant === 'destructive' ? 'toast toast-destructive' : 'toast'}
      open={toast.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) onDismiss();
      }}
    >
      <RadixToast.Title className="toast-title">{frenchSpaces(toast.title)}</RadixToast.Title>
      {toast.description !== undefined && (
        <RadixToast.Description className="toast-description">
          {frenchSpaces(toast.description)}
        </RadixToast.Description>
      )}
      <RadixToast.Close className="toast-close" aria-label="Fermer">
        <X aria-hidden="true" size={16} />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}

/** What is shown after a change; the number of a toast grows so that each is announced. */
function changeToast(shown: Shown | null, change: Change): Shown | null {
  if (change.kind === 'show')
    return change.toast && { ...change.toast, id: (shown?.id ?? 0) + 1, isOpen: true };
  if (shown?.id !== change.id) return shown;
  return change.kind === 'dismiss' ? { ...shown, isOpen: false } : null;
}

/** Shows a toast, or none any more; only below an AdminProvider (or a ToastProvider). */
export function useToast(): (toast: Toast | null) => void {
  const show = useContext(ToastContext);
  if (show === null) throw new Error('useToast needs a ToastProvider above it.');
  return show;
}

interface Copied {
  /** What is said of it in the clipboard. */
  readonly said: Toast;
  /** What is said where there is no clipboard: a page served without https, a refused permission. */
  readonly failed: string;
}

/** Puts a text into the clipboard, and says whether it is there. Where {@link useToast} works. */
export function useCopy(): (text: string, words: Copied) => void {
  const toast = useToast();
  const fail = useFailure();
  return (text, { said, failed }) => {
    const copied = async (): Promise<void> => navigator.clipboard.writeText(text);
    copied().then(
      () => toast(said),
      () => fail(failed),
    );
  };
}

/**
 * Says what failed and why, when the answer has a sentence for that; below a title of its own, which says what failed, the sentence
 * alone. Where {@link useToast} works.
 */
export function useFailure(): (failed: string, error?: unknown, title?: string) => void {
  const toast = useToast();
  return useCallback(
    (failed, error, title) =>
      toast({
        title: title ?? 'Erreur',
        description: title === undefined ? withReason(failed, error) : messageOf(error, failed),
        variant: 'destructive',
      }),
    [toast],
  );
}

export interface Toast {
  readonly title: string;
  readonly description?: string;
  readonly variant?: 'default' | 'destructive';
}

const KEY = 'encrier:toast';

const toastSchema = z.object({
  title: z.string(),
  description: z.string().exactOptional(),
  variant: z.enum(['default', 'destructive']).exactOptional(),
});

/** Has the next page of this tab show a toast: for what is said while the page is left. */
export function handOverToast(toast: Toast): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(toast));
  } catch {
    // A browser that keeps nothing shows no toast.
  }
}

/** The toast the last page of this tab handed over, once; null when there is none. */
function takeToast(): Toast | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? null : toastSchema.parse(JSON.parse(text));
  } catch {
    return null; // Storage refused, or something else's text.
  }
}
