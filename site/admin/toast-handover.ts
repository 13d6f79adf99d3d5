import * as z from 'zod';

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
export function takeToast(): Toast | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? null : toastSchema.parse(JSON.parse(text));
  } catch {
    return null; // Storage refused, or something else's text.
  }
}
