import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { refusal, roomOf } from './layers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = /\.(?:ts|tsx|mts|mjs|js)$/;
/** One-page files beside the rooms: configuration of tools. */
const BESIDE = /^[^/]+$/;

function sources(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  return listed
    .toString()
    .split('\n')
    .filter((file) => SOURCE.test(file) && !BESIDE.test(file) && existsSync(join(root, file)));
}

function imports(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return ts.preProcessFile(text, true, false).importedFiles.map(({ fileName }) => fileName);
}

function targetOf(file: string, specifier: string): { readonly path: string } | { readonly name: string } {
  const plain = specifier.replace(/[?].*$/, '');
  if (plain.startsWith('#')) return { path: plain.slice(1) };
  if (plain.startsWith('.')) return { path: join(dirname(file), plain) };
  return { name: plain };
}

describe('the import table', () => {
  const files = sources();

  it('covers every source file', () => {
    expect(files.filter((file) => roomOf(file) === null && file !== 'site/vite.config.ts')).toEqual([]);
  });

  it('is kept by every import', () => {
    const refused = files
      .filter((file) => file !== 'site/vite.config.ts')
      .flatMap((file) => imports(file).map((specifier) => refusal(file, targetOf(file, specifier))));
    expect(refused.filter((reason) => reason !== null)).toEqual([]);
  });

  it('keeps browser files and the model free of Node', () => {
    expect(refusal('content/model/slug.ts', { name: 'node:fs' })).toMatch(/may not import the package/);
    expect(refusal('site/ui/footer.tsx', { path: 'content/store/objects/objects.ts' })).toMatch(
      /may not import/,
    );
    expect(refusal('server/app.ts', { path: 'desktop/main/main.ts' })).toMatch(/may not import/);
  });
});
