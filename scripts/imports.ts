import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

/** The folder of package.json. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const SOURCE = /\.(?:ts|tsx|mts|mjs|js)$/;
/** One-page files beside the rooms: configuration of tools. */
const BESIDE = /^[^/]+$/;

/** What is imported: a file of the project by its path, or a package by its specifier. */
type Target = { readonly path: string } | { readonly name: string };

/** Every source file of the project that is in a folder, new ones included. */
export function sourceFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  return listed
    .toString()
    .split('\n')
    .filter((file) => SOURCE.test(file) && !BESIDE.test(file) && existsSync(join(root, file)));
}

/** What a file imports, types included. */
export function importsOf(file: string): readonly Target[] {
  const text = readFileSync(join(root, file), 'utf8');
  const parsed = parseSync(file, text);
  const { staticImports, staticExports } = parsed.module;
  const requests = [...staticImports, ...staticExports.flatMap(({ entries }) => entries)];
  const found = new Set(requests.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []));
  // Making the tree costs ten times as much as parsing: it is asked for where an import may stand among expressions or types.
  if (/\bimport\s*\(/.test(text)) {
    const add = (source: unknown) => {
      if (isText(source)) found.add(source.value);
    };
    new Visitor({
      ImportExpression: ({ source }) => add(source),
      TSImportType: ({ source }) => add(source),
    }).visit(parsed.program);
  }
  return [...found].map((specifier) => targetOf(file, specifier));
}

/** The files that import one another in a circle, or stand between two circles; types count. */
export function filesInCircles(files: readonly string[]): readonly string[] {
  const left = new Map(files.map((file) => [file, importedFiles(file)]));
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    const imported = new Set([...left.values()].flatMap((targets) => [...targets]));
    for (const [file, targets] of left)
      if (!imported.has(file) || ![...targets].some((target) => left.has(target))) left.delete(file);
  }
  return [...left.keys()];
}

function importedFiles(file: string): ReadonlySet<string> {
  return new Set(importsOf(file).flatMap((target) => ('path' in target ? target.path : [])));
}

function isText(source: unknown): source is { readonly value: string } {
  return (
    typeof source === 'object' && source !== null && 'value' in source && typeof source.value === 'string'
  );
}

function targetOf(file: string, specifier: string): Target {
  const plain = specifier.replace(/[?].*$/, '');
  if (plain.startsWith('#')) return { path: plain.slice(1) };
  if (plain.startsWith('.')) return { path: join(dirname(file), plain) };
  return { name: plain };
}
