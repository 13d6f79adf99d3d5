// Builds the site (Vite, Vike) and the server (esbuild) into dist/, files for readers compressed once and for all.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build as bundle } from 'esbuild';
import { build as buildSite } from 'vite';

const root = new URL('..', import.meta.url).pathname;

await buildSite({ configFile: join(root, 'site/vite.config.ts'), logLevel: 'warn' });
await compressFiles(join(root, 'dist/web/client'));
await rm(join(root, 'dist/server'), { recursive: true, force: true });
await bundle({
  entryPoints: {
    main: join(root, 'server/main.ts'),
    'markdown-worker': join(root, 'server/pages/markdown-worker.ts'),
  },
  outdir: join(root, 'dist/server'),
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  jsx: 'automatic',
  minifySyntax: true,
  sourcemap: 'linked',
  // Native, or found at run time by its own path: these stay where they are installed.
  external: ['sharp', 'vike', 'vike/*', 'react', 'react-dom'],
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
});

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
