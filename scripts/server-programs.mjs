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

// What Node has loaded by itself before any program runs, or is called or extended as a whole.
const HELD_BY_NODE =
  /^node:(?:assert|async_hooks|buffer|events|fs|module|path|process|stream|timers|url|util)$/;

/**
 * One of Node's modules in what is built. A module that imports it has Node read each of its members: `node:http` then loads all of
 * `fetch` for its WebSocket, `node:fs` its streams, some 50 ms of a start. Asked for as `require` would, those alone that are used
 * are read; and what Node has not loaded yet is when the first of them is, some after the first page, some never.
 */
export function moduleOfNode(path) {
  const module = `process.getBuiltinModule('${path}')`;
  if (HELD_BY_NODE.test(path)) return `module.exports = ${module};`;
  const names = Object.keys(process.getBuiltinModule(path)).filter((name) => /^\w+$/.test(name));
  const members = names.map((name) => `get ${name}() { return all().${name}; }`);
  return `let known; const all = () => (known ||= ${module}); module.exports = { ${members.join(', ')} };`;
}

/** Read from beside the programs (server/social-image/card-view.ts). */
export const CARD_FONTS = 'server/social-image/fonts';
