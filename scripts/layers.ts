/** A room (docs/architecture.md): where its files are, and what they may import. */
export interface Room {
  /** Path prefix of its files; the longest that fits a file is its room. */
  readonly folder: string;
  /** Rooms of the project it may import from, by folder; every room may import from itself. */
  readonly rooms: readonly string[] | 'anything';
  /** Packages; `node:` stands for all of Node's own modules. */
  readonly packages: readonly string[] | 'anything';
}

const MARKDOWN = ['marked', 'marked-footnote', 'sanitize-html', 'highlight.js'];
const HTML_TO_MARKDOWN = [
  'hast',
  'hast-util-to-html',
  'hast-util-to-mdast',
  'htmlparser2',
  'mdast',
  'mdast-util-gfm-footnote',
  'mdast-util-gfm-strikethrough',
  'mdast-util-gfm-table',
  'mdast-util-gfm-task-list-item',
  'mdast-util-to-markdown',
];
const EXPRESS = [
  'express',
  'compression',
  'cookie-session',
  'multer',
  'pino',
  'rate-limiter-flexible',
  'yazl',
];
const VIEW = ['react', 'react-dom'];
const ADMIN_VIEW = [...VIEW, 'radix-ui', 'lucide-react', '@tanstack/react-query', '@tanstack/react-virtual'];
const EDITOR = [
  '@codemirror/commands',
  '@codemirror/lang-markdown',
  '@codemirror/language',
  '@codemirror/search',
  '@codemirror/state',
  '@codemirror/view',
  '@lezer/common',
  '@lezer/highlight',
];
const ENGINE = [
  'content/merge',
  'content/git',
  'content/remote',
  'content/folder',
  'content/history',
  'content/snapshot',
];
const CONTENT_VIEW = ['content/model', 'content/contract'];

/** docs/architecture.md, Rooms. It has no exceptions. */
export const ROOMS: readonly Room[] = [
  { folder: 'content/model', rooms: [], packages: ['zod', ...MARKDOWN] },
  { folder: 'content/contract', rooms: ['content/model'], packages: ['zod'] },
  { folder: 'content/files', rooms: ['content/model'], packages: ['gray-matter', 'yaml', 'node:'] },
  { folder: 'content/merge', rooms: ['content/model', 'content/files'], packages: ['yaml', 'node-diff3'] },
  { folder: 'content/git', rooms: ['content/model'], packages: ['node:'] },
  {
    folder: 'content/remote',
    rooms: ['content/model', 'content/git'],
    packages: ['@octokit/rest', 'isomorphic-git', 'node:'],
  },
  {
    folder: 'content/folder',
    rooms: ['content/model', 'content/git', 'content/remote'],
    packages: ['node:'],
  },
  {
    folder: 'content/history',
    rooms: ['content/model', 'content/files', 'content/git'],
    packages: ['node:'],
  },
  {
    folder: 'content/snapshot',
    rooms: ['content/model', 'content/files', 'content/git', 'content/history'],
    packages: ['node:'],
  },
  { folder: 'content/index', rooms: [], packages: ['better-sqlite3', 'node:'] },
  { folder: 'content/search', rooms: ['content/model', 'content/index'], packages: ['node:'] },
  // Pure, as the model is: a browser loads it to read what an author pastes.
  { folder: 'content/import/html', rooms: ['content/model'], packages: HTML_TO_MARKDOWN },
  {
    folder: 'content/import',
    rooms: ['content/model', 'content/files', 'content/import/html'],
    packages: ['hast', '@streamparser/json', 'htmlparser2', 'smol-toml', 'yauzl', 'node:'],
  },
  {
    folder: 'content/service',
    rooms: [
      'content/model',
      'content/contract',
      'content/files',
      ...ENGINE,
      'content/search',
      'content/index',
      'content/import',
    ],
    packages: ['sharp', 'zod', 'node:'],
  },
  {
    folder: 'server/data',
    rooms: ['content/model', 'content/contract', 'content/git'],
    packages: ['better-sqlite3', 'yazl', 'yauzl', 'zod', 'node:'],
  },
  {
    folder: 'server',
    rooms: [
      'content/model',
      'content/contract',
      'content/files',
      ...ENGINE,
      'content/index',
      'content/search',
      'content/service',
      'server/data',
      'site/render',
    ],
    packages: [...EXPRESS, 'bcryptjs', 'zod', 'satori', '@resvg/resvg-js', 'node:'],
  },
  { folder: 'site/ui', rooms: ['content/model', 'content/contract'], packages: VIEW },
  { folder: 'site/islands', rooms: ['content/model', 'content/contract', 'site/ui'], packages: VIEW },
  { folder: 'site/offline', rooms: ['content/model', 'site/render'], packages: [] },
  {
    folder: 'site/render',
    rooms: ['content/model', 'content/contract', 'site/ui', 'site/islands'],
    packages: VIEW,
  },
  {
    folder: 'site/renderer',
    rooms: ['site/render', 'site/islands', 'site/styles'],
    packages: ['vike'],
  },
  { folder: 'site/pages', rooms: [], packages: ['vike'] },
  {
    folder: 'site/admin',
    rooms: [...CONTENT_VIEW, 'content/import/html', 'site/ui', 'site/styles'],
    packages: [...ADMIN_VIEW, ...EDITOR, 'zod'],
  },
  {
    folder: 'site/pages/app',
    rooms: [...CONTENT_VIEW, 'site/ui', 'site/admin'],
    packages: [...ADMIN_VIEW, 'vike'],
  },
  {
    folder: 'site/styles',
    rooms: ['content/model'],
    packages: ['@fontsource-variable/newsreader', '@fontsource-variable/hanken-grotesk'],
  },
  { folder: 'desktop/host', rooms: CONTENT_VIEW, packages: ['zod'] },
  {
    folder: 'desktop/main',
    rooms: [...CONTENT_VIEW, ...ENGINE, 'content/service', 'site/render', 'desktop/host'],
    packages: ['electron', 'electron-updater', 'zod', 'node:'],
  },
  { folder: 'desktop/preload', rooms: [], packages: ['electron'] },
  {
    folder: 'desktop/renderer',
    rooms: ['content/contract', 'site/ui', 'site/admin', 'site/styles', 'desktop/host'],
    packages: [...VIEW, 'lucide-react', 'zod'],
  },
  ...[
    'content/testing',
    'site/testing',
    'server/testing',
    'desktop/testing',
    'desktop/icons',
    'scripts',
    'e2e',
    'bench',
  ].map((folder): Room => ({ folder, rooms: 'anything', packages: 'anything' })),
];

/** What tests may use beside what their room may. */
const TEST_ROOMS = ['content/testing', 'site/testing', 'server/testing', 'desktop/testing', 'scripts'];
const TEST_PACKAGES = ['vitest', 'jsdom', 'yauzl', 'zod', 'node:'];

/** The room of a file, by its path in the project; null when it has none. */
export function roomOf(file: string): Room | null {
  const fitting = ROOMS.filter(({ folder }) => file.startsWith(`${folder}/`));
  return fitting.sort((a, b) => b.folder.length - a.folder.length)[0] ?? null;
}

/** Why a file may not import something; null when it may. `target` is a project path or a package's specifier. */
export function refusal(
  file: string,
  target: { readonly path: string } | { readonly name: string },
): string | null {
  const room = roomOf(file);
  if (room === null) return `${file} is in no room`;
  const isTest = /\.test\.tsx?$/.test(file);
  if ('path' in target) {
    const from = roomOf(target.path);
    if (from === null) return `${file} imports ${target.path}, which is in no room`;
    const allowed = room.rooms === 'anything' || from === room || room.rooms.includes(from.folder);
    if (allowed || (isTest && TEST_ROOMS.includes(from.folder))) return null;
    return `${room.folder} may not import ${from.folder}: ${file} → ${target.path}`;
  }
  const name = packageName(target.name);
  if (room.packages === 'anything' || room.packages.includes(name)) return null;
  if (isTest && TEST_PACKAGES.includes(name)) return null;
  return `${room.folder} may not import the package ${name}: ${file}`;
}

function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node:';
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}
