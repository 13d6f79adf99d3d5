// Builds the site (Vite, Vike) and the server (esbuild) into dist/, files for readers compressed once and for all.
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { installDependencies, root } from './prepare.mjs';
import { BUNDLING, CARD_FONTS, SERVER_PROGRAMS } from './server-programs.mjs';

await installDependencies();
const { build: bundle } = await import('esbuild');
const { build: buildSite } = await import('vike/api');

// Vike prints a rejection that nobody handles and lets the program end with 0: a build that failed would pass for a good one.
process.exitCode = 1;
await buildSite({
  viteConfig: { root: join(root, 'site'), configFile: join(root, 'site/vite.config.ts'), logLevel: 'warn' },
});
// Served at /sw.js: a worker answers for the folder it is in.
await bundle({
  entryPoints: { sw: join(root, 'site/offline/worker.ts') },
  outdir: join(root, 'dist/web/client'),
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  format: 'iife',
  minify: true,
  logLevel: 'warning',
});
await compressFiles(join(root, 'dist/web/client'));
await rm(join(root, 'dist/server'), { recursive: true, force: true });
await bundle({
  entryPoints: {
    ...SERVER_PROGRAMS,
    main: 'server/main.ts',
    user: 'scripts/user.ts',
    backup: 'scripts/backup.ts',
    restore: 'scripts/restore.ts',
    site: 'built-site',
  },
  absWorkingDir: root,
  outdir: join(root, 'dist/server'),
  ...BUNDLING,
  minifySyntax: true,
  minifyWhitespace: true,
  // Native, or (satori) written for no bundle: they stay where they are installed.
  external: ['better-sqlite3', 'sharp', '@resvg/resvg-js', 'satori'],
  plugins: [
    builtSite(),
    withoutAutoImport(),
    withoutAsyncHook(),
    withoutVikeHeaders(),
    withoutSecondYaml(),
    withoutFetch(),
  ],
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  define: { 'process.env.NODE_ENV': '"production"' },
});
await cp(join(root, CARD_FONTS), join(root, 'dist/server/fonts'), { recursive: true });
process.exitCode = 0;

/** The built pages as one bundle with Vike's own server: resolving its many small modules costs a start 150 ms. */
function builtSite() {
  const contents = "import './dist/web/server/entry.mjs'; export { renderPage } from 'vike/server';";
  return {
    name: 'built-site',
    setup(bundler) {
      bundler.onResolve({ filter: /^built-site$/ }, () => ({ path: 'built-site', namespace: 'built-site' }));
      bundler.onLoad({ filter: /./, namespace: 'built-site' }, () => ({
        contents,
        resolveDir: root,
        loader: 'js',
      }));
    },
  };
}

/**
 * Vike looks up its server entry through a file that the last build wrote into node_modules, where a copied build has
 * none (docs/design.md, Bundling Vike). The bundle holds the entry itself, so that file is replaced by one that names nothing.
 */
function withoutAutoImport() {
  const contents =
    "export const status = 'UNSET'; export const paths = {}; export const loadServerEntry = async () => {};";
  return {
    name: 'without-auto-import',
    setup: (bundler) => bundler.onLoad({ filter: /autoImporter\.js$/ }, () => ({ contents, loader: 'js' })),
  };
}

/**
 * Vike keeps the page being rendered in an AsyncLocalStorage, for a function we do not use. Once one has run, Node
 * follows every promise and tick of the process, which makes each ready page a quarter dearer. Vike does without it
 * where there is no such module, and that is what it is told here.
 */
function withoutAsyncHook() {
  const names = ['getPageContext_withAsyncHook', 'getRequestId_withAsyncHook', 'getAsyncLocalStorage'];
  const contents = names.map((name) => `export const ${name} = () => null;`).join('\n');
  return {
    name: 'without-async-hook',
    setup: (bundler) =>
      bundler.onLoad({ filter: /vike[\\/].*asyncHook\.js$/ }, () => ({ contents, loader: 'js' })),
  };
}

/**
 * Our answers carry headers of their own, and never those that Vike prepares: its first `new Headers()` has Node load all
 * of `fetch`, some 15 ms of a start.
 */
function withoutVikeHeaders() {
  const contents =
    'export const resolveHeadersResponseEarly = async () => ({}); export const resolveHeadersResponseFinal = () => [];';
  return {
    name: 'without-vike-headers',
    setup: (bundler) =>
      bundler.onLoad({ filter: /vike[\\/].*headersResponse\.js$/ }, () => ({ contents, loader: 'js' })),
  };
}

/** gray-matter splits files for us and parses none (docs/decisions/003): the YAML library it brings is never called. */
function withoutSecondYaml() {
  const contents =
    "const refuse = () => { throw new Error('only the split of gray-matter is used'); };\n" +
    'module.exports = { safeLoad: refuse, safeDump: refuse };';
  return {
    name: 'without-second-yaml',
    setup: (bundler) =>
      bundler.onLoad({ filter: /js-yaml[\\/]index\.js$/ }, () => ({ contents, loader: 'js' })),
  };
}

/**
 * A module that imports `node:http` has Node read each of its members, its WebSocket too: that loads all of `fetch`, some 50 ms of
 * a start. The same module, asked for as `require` would, has only the members that are used read.
 */
function withoutFetch() {
  const members = ['STATUS_CODES', 'createServer', 'request'];
  const contents = `export const { ${members.join(', ')} } = process.getBuiltinModule('node:http');`;
  return {
    name: 'without-fetch',
    setup(bundler) {
      bundler.onResolve({ filter: /^node:http$/ }, ({ kind }) =>
        kind === 'import-statement' ? { path: 'node:http', namespace: 'without-fetch' } : null,
      );
      bundler.onLoad({ filter: /./, namespace: 'without-fetch' }, () => ({ contents, loader: 'js' }));
    },
  };
}

/** Writes .br and .gz beside each text file that gains by it; the server sends them as they are. */
async function compressFiles(folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath ?? entry.path, entry.name);
    if (!entry.isFile() || !/\.(?:css|js|svg|json|txt|webmanifest|map)$/.test(file)) continue;
    const bytes = await readFile(file);
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    for (const [ending, packed] of [
      ['br', brotliCompressSync(bytes, options)],
      ['gz', gzipSync(bytes, { level: 9 })],
    ]) {
      if (packed.length < bytes.length) await writeFile(`${file}.${ending}`, packed);
    }
  }
}
