import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

// Vike looks for the root by itself, and before Vite told it: started as `vite build --config site/vite.config.ts`
// it takes the working folder. VITE_CONFIG is what it reads first (https://vike.dev/vite-plugin).
process.env['VITE_CONFIG'] ??= JSON.stringify({ root, configFile: fileURLToPath(import.meta.url) });

export default defineConfig({
  root,
  plugins: [vike(), react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The content security policy allows no data: address.
    assetsInlineLimit: 0,
    // Browsers that know view transitions and :has() need no help to preload modules.
    modulePreload: { polyfill: false },
  },
});
