import { fileURLToPath } from 'node:url';

// The programs the server is made of, by the name each has once it is built, and what stays where it is installed.
export const SERVER_PROGRAMS = {
  'markdown-worker': 'content/service/markdown-worker.ts',
  'export-worker': 'content/service/importing/export-worker.ts',
  'search-worker': 'content/service/search-worker.ts',
  'password-worker': 'server/auth/password-worker.ts',
  'picture-worker': 'server/images/picture-worker.ts',
  'pre-receive': 'server/git-remote/push-check/pre-receive.ts',
};
const neverCalled = fileURLToPath(new URL('never-called.cjs', import.meta.url));
/**
 * Libraries that come with others and stay out of what is built: gray-matter splits files for us and parses none
 * (docs/decisions/060); sanitize-html lets no `style` through, which postcss is for, and asks launder for no date, which dayjs is for.
 */
export const NEVER_CALLED = { 'js-yaml': neverCalled, postcss: neverCalled, dayjs: neverCalled };
/** How esbuild makes them, built or while they are worked on. */
export const BUNDLING = {
  alias: NEVER_CALLED,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  jsx: 'automatic',
  sourcemap: 'linked',
  logLevel: 'warning',
};
/** Read from beside the programs (server/social-image/card-view.ts). */
export const CARD_FONTS = 'server/social-image/fonts';
