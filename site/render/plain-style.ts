import { GOLD, IVORY, NIGHT } from '#content/model/colours.ts';

/** Where plain pages find their style, of whoever shows them. */
export const PLAIN_SHEET = '/plain.css';

/** Of pages that know nothing of the build nor of the content: one that failed, one that is not ready, the one without network. */
export const PLAIN_STYLE = `:root { color-scheme: dark; }
body { margin: 0; background: ${NIGHT}; color: ${IVORY}; font: 1.125rem/1.6 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 42rem; min-height: 100vh; margin: auto; padding: 20vh 1.5rem 2rem; }
h1 { font: 400 2.75rem/1.1 Georgia, serif; margin: 0 0 1rem; }
a { color: ${GOLD}; }
`;
