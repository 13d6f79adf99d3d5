import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { NEVER_CALLED } from '../scripts/server-programs.mjs';
import { colourProperties } from './styles/colour-properties.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

// Vike looks for the root by itself, and before Vite told it: started as `vite build --config site/vite.config.ts`
// it takes the working folder. VITE_CONFIG is what it reads first (https://vike.dev/vite-plugin).
process.env['VITE_CONFIG'] ??= JSON.stringify({ root, configFile: fileURLToPath(import.meta.url) });

/** The entries of Vike that are of the browser's own pages, and where modules are that readers' pages begin with. */
const APP_PAGES = 'virtual:vike:page-entry:client:/pages/app/';
const READERS = [
  '/site/islands/',
  '/site/renderer/+client',
  '/vike/dist/client/runtime-server-routing/entry',
];

const NOBODY: ModuleImporters = { importers: [], dynamicImporters: [] };
const FILES = { includeDependenciesRecursively: false, groups: [{ debugName: 'app', name: fileOfApp }] };

export default defineConfig({
  root,
  plugins: [vike(), react(), colourProperties(), withoutJsonSchemas(), withoutSummaries()],
  resolve: {
    alias: {
      ...NEVER_CALLED,
      // What the browser's own form of it asks for, a document, a worker has not (site/admin/editor/paste-worker.ts).
      'decode-named-character-reference': `${root}../node_modules/decode-named-character-reference/index.js`,
    },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The content security policy allows no data: address.
    assetsInlineLimit: 0,
    // Browsers that know view transitions and :has() need no help to preload modules.
    modulePreload: { polyfill: false },
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: FILES }, onLog: logOthers } } },
  },
});

/** Nothing asks zod for a JSON schema: what would make one is a fifth of it, and is not sent to browsers. */
function withoutJsonSchemas(): Plugin {
  return {
    name: 'without-json-schemas',
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name);
        // Schemas are given a method for it when they are made, which is what refuses.
        return [
          "const refuse = () => { throw new Error('no JSON schema is made in a browser'); };",
          ...names.map((name) => `export const ${name} = () => refuse;`),
        ].join('\n');
      },
    },
  };
}

/** What an operation is for is told in docs/api.md, and nothing in a browser asks for it. */
function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]content[\\/]contract[\\/]\w+-operations\.ts$/ },
      handler: (code) => code.replaceAll(/\n\s+summary:\s+(['`])(?:(?!\1)[^\\]|\\.)*\1,/g, ''),
    },
  };
}

interface Modules {
  readonly getModuleInfo: (id: string) => ModuleImporters | null;
}

interface ModuleImporters {
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

/** Vike adds a group of its own to ours, and leaves it nameless. */
function logOthers(
  level: Rolldown.LogLevel,
  log: Rolldown.RolldownLog,
  handle: Rolldown.LogOrStringHandler,
): void {
  if (log.code !== 'MISSING_CODE_SPLITTING_GROUP_DEBUG_NAME') handle(level, log);
}

/**
 * Names the file of what the admin loads with its page, its style sheets all together, and of what it shares with the other
 * pages drawn in the browser. By itself Vite makes a file for each set of pages that share a module, and Vike one for each style
 * sheet, which is dozens of some hundred bytes. What readers' pages load too stays apart.
 */
function fileOfApp(id: string, modules: Modules): string | null {
  const importing = new Set([id]);
  for (const module of importing) {
    const { importers, dynamicImporters } = modules.getModuleInfo(module) ?? NOBODY;
    for (const importer of importers) importing.add(importer);
    // Vike's own entry has all pages behind `import()`.
    if (!id.endsWith('.css') || module.includes(APP_PAGES)) continue;
    for (const importer of dynamicImporters) importing.add(importer);
  }
  const isLoadedBy = (part: string): boolean => [...importing].some((module) => module.includes(part));
  if (!isLoadedBy(`${APP_PAGES}admin`) || READERS.some(isLoadedBy)) return null;
  const pages = [...importing].filter((module) => module.includes(APP_PAGES));
  return pages.length > 1 ? 'app' : 'admin';
}
