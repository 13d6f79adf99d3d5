// Builds the site (Vite, Vike) and the server (esbuild) into dist/, files for readers compressed once and for all.
import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { leastNode } from './current-node.mjs';
import { installDependencies, root } from './prepare.mjs';
import { BUNDLING, CARD_FONTS, moduleOfNode, SERVER_PROGRAMS } from './server-programs.mjs';

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
const serverBundling = {
  absWorkingDir: root,
  outdir: join(root, 'dist/server'),
  ...BUNDLING,
  minifySyntax: true,
  minifyWhitespace: true,
  // Native, or (satori) written for no bundle: they stay where they are installed.
  external: ['better-sqlite3', 'sharp', '@resvg/resvg-js', 'satori'],
  plugins: [withoutUnused()],
  banner: {
    js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); ${refusalOfOldNode()}`,
  },
  define: { 'process.env.NODE_ENV': '"production"' },
};
// What runs in one process is bundled together: each program more splits what they share into more files, and each file takes
// a start longer.
await bundle({
  ...serverBundling,
  entryPoints: { main: 'server/main.ts', site: 'server/pages/built-site.ts' },
});
await bundle({
  ...serverBundling,
  entryPoints: {
    ...SERVER_PROGRAMS,
    user: 'scripts/user.ts',
    backup: 'scripts/backup.ts',
    restore: 'scripts/restore.ts',
    import: 'scripts/import.ts',
  },
});
// In a program of its own: Vike is building in this one, and would tell each document it writes.
execFileSync(process.execPath, [join(root, 'scripts/write-documents.mjs')], {
  env: { ...process.env, NODE_ENV: 'production' },
});
await cp(join(root, CARD_FONTS), join(root, 'dist/server/fonts'), { recursive: true });
process.exitCode = 0;

/**
 * In each file, as any may be the first that runs: a service that starts what is built takes the machine's Node, where `npm` fetches
 * one that will do.
 */
function refusalOfOldNode() {
  const least = leastNode();
  const [major, minor] = least.split('.');
  const running = 'process.versions.node';
  const sentence = `'Encrier demande Node ${least} ou plus récent\u00a0; celui-ci est ' + ${running} + '. Les commandes de npm s’en procurent un par elles-mêmes.'`;
  return `{ const [a, b] = ${running}.split('.').map(Number); if (a < ${major} || (a === ${major} && b < ${minor})) { console.error(${sentence}); process.exit(1); } }`;
}

function withoutUnused() {
  return {
    name: 'without-unused',
    setup(bundler) {
      bundler.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
        kind === 'import-statement' ? { path, namespace: 'of-node' } : null,
      );
      bundler.onLoad({ filter: /./, namespace: 'of-node' }, ({ path }) => ({
        contents: moduleOfNode(path),
        loader: 'js',
      }));
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
