import type { KnipConfig } from 'knip';

export default {
  // `!` marks what is the product: `npx knip --production` looks at nothing else, so that what only tests use shows.
  includeEntryExports: true,
  // A part of a file may be exported for its test alone: the product uses it where it stands.
  ignoreExportsUsedInFile: process.argv.includes('--production'),
  entry: [
    // Bundled by scripts/build.mjs and electron.vite.config.ts.
    'server/main.ts!',
    'server/pages/built-site.ts!',
    '{content/service,content/service/importing,server/{auth,images}}/*-worker.ts!',
    'server/git-remote/push-check/pre-receive.ts!',
    'scripts/{backup,import,restore,user}.ts!',
    'site/offline/worker.ts!',
    'site/admin/preview/render-worker.ts!',
    'site/vite.config.ts!',
    'desktop/main/{main,image-process}.ts!',
    'desktop/preload/preload.ts!',
    'desktop/renderer/main.tsx!',
    // Declares to Vike what pages are given.
    'site/renderer/page-context.ts!',
    // Run by name, most of them through scripts/with-node.mjs.
    'scripts/{start,run-built,build,write-documents,desktop,prepared,test,with-node}.mjs!',
    'scripts/{dev,test-long}.mjs',
    'scripts/check.ts',
    'scripts/{api-docs,decisions}/write.ts',
    'scripts/{dev/main,dev/site,faults/run,model/run,fuzz/run}.ts',
    '{bench,bench/lighthouse}/run.ts',
    'e2e/{readme,desktop}-pictures.ts',
    'desktop/icons/draw.ts',
    'desktop/testing/double/{electron.ts,parent-port.mjs,register.mjs,resolve.mjs}',
    'bench/controls/*.mjs',
  ],
  project: [
    '{content,site,server,desktop}/**/*.{ts,tsx,mjs}!',
    'scripts/*.{ts,mjs}!',
    '{bench,e2e,scripts/*}/**/*.{ts,tsx,mjs}',
    '*.{ts,js}',
    '!{content,site,server,desktop}/testing/**!',
    '!**/*.test.{ts,tsx}!',
    '!scripts/{layers,imports,near}.ts!',
    '!desktop/icons/draw.ts!',
  ],
  ignore: ['**/*.d.mts'],
  // Loading its configuration would start Vike.
  vite: false,
  // Named by style sheets and pages; run by its path.
  ignoreDependencies: [
    '@fontsource-variable/.*',
    'electron-builder',
    '@biomejs/biome',
    'oxlint',
    'oxlint-tsgolint',
  ],
  ignoreIssues: {
    // Asked for by other programs: Node, the built app, Vite.
    'desktop/testing/double/*': ['exports'],
    'site/vite.config.ts': ['exports'],
    '{scripts/dev/site,server/pages/built-site}.ts': ['exports'],
  },
  ignoreBinaries: ['mkfifo', 'mount', 'nginx', 'umount', 'unshare', 'xcode-select'],
} satisfies KnipConfig;
