import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The editor and the preview alone: `npx vite --config site/testing/editor-harness/vite.config.ts`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  server: { port: 5199, strictPort: true, fs: { allow: ['../../..'] } },
  cacheDir: '../../../node_modules/.vite-editor-harness',
  worker: { format: 'es' },
});
