import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { moduleOfNode, NEVER_CALLED } from './scripts/server-programs.mjs';
import { colourProperties } from './site/styles/colour-properties.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Pages below /admin load the same files; electron-vite would name them beside the page, for file: addresses. */
function fromTheRoot() {
  return {
    name: 'from-the-root',
    enforce: 'post' as const,
    config: (config: { base?: string }) => {
      config.base = '/';
    },
  };
}

const OF_NODE = '\0of-node:';

function withoutUnused() {
  return {
    name: 'without-unused',
    enforce: 'pre' as const,
    config: {
      order: 'post' as const,
      handler({ build }: { build?: { rolldownOptions?: { external?: unknown } } }) {
        // electron-vite leaves all of Node's outside before any plugin is asked.
        if (build?.rolldownOptions) build.rolldownOptions.external = OUTSIDE;
      },
    },
    resolveId(id: string, _importer: string | undefined, { kind }: { kind?: string }) {
      if (!id.startsWith('node:')) return null;
      // The bundler's own runtime, by which these are asked for, begins with node:module.
      return kind === 'import-statement' && id !== 'node:module' ? `${OF_NODE}${id}` : { id, external: true };
    },
    load(id: string) {
      return id.startsWith(OF_NODE) ? moduleOfNode(id.slice(OF_NODE.length)) : null;
    },
  };
}

const OUTSIDE = ['electron', 'sharp'];

/** Main is bundled whole but for sharp, which is native; a sandboxed preload has to be one CommonJS file. */
export default defineConfig({
  main: {
    plugins: [withoutUnused()],
    resolve: { alias: NEVER_CALLED },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: at('dist/desktop/main'),
      emptyOutDir: true,
      externalizeDeps: false,
      minify: false,
      rolldownOptions: {
        external: OUTSIDE,
        input: {
          main: at('desktop/main/main.ts'),
          'image-process': at('desktop/main/image-process.ts'),
          'export-worker': at('content/service/importing/export-worker.ts'),
          'markdown-worker': at('content/service/markdown-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: at('dist/desktop/preload'),
      emptyOutDir: true,
      externalizeDeps: false,
      rolldownOptions: {
        external: ['electron'],
        input: { preload: at('desktop/preload/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('desktop/renderer'),
    plugins: [react(), fromTheRoot(), colourProperties()],
    html: { cspNonce: '__ENCRIER_NONCE__' },
    worker: { format: 'es' },
    resolve: {
      alias: {
        ...NEVER_CALLED,
        // As in site/vite.config.ts: the browser's own form of it needs a document.
        'decode-named-character-reference': at('node_modules/decode-named-character-reference/index.js'),
      },
    },
    build: {
      outDir: at('dist/desktop/renderer'),
      emptyOutDir: true,
      // The content security policy allows no data: address of a font or script.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      minify: true,
      rolldownOptions: {
        // The second has no script: it tells which style sheets the previewed site needs.
        input: { index: at('desktop/renderer/index.html'), site: at('desktop/renderer/site.html') },
      },
    },
  },
});
