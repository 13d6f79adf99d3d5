/** What the app did to the world outside its window, told to the test as it happens. */
export type Effect =
  | { readonly kind: 'opened-outside'; readonly url: string }
  | { readonly kind: 'opened-path'; readonly path: string }
  | { readonly kind: 'blocked-request'; readonly url: string }
  | { readonly kind: 'refused-navigation'; readonly url: string }
  | { readonly kind: 'refused-window'; readonly url: string }
  | { readonly kind: 'dialog'; readonly title: string }
  | { readonly kind: 'notification'; readonly title: string; readonly body: string }
  | { readonly kind: 'menu'; readonly labels: readonly string[] }
  | { readonly kind: 'relaunch'; readonly args: readonly string[] }
  | { readonly kind: 'window' };

/** Tells the test, if there is one. */
export function tell(effect: Effect): void {
  process.send?.({ kind: 'effect', effect });
}
