import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isReserved } from '#content/model/paths.ts';
import { isSlug } from '#content/model/slug.ts';
import { ROOT } from './testing/running-server.ts';

/** Pages may take the place of these (docs/product.md, Pages). */
const LEGAL = ['mentions-legales', 'confidentialite'];
/** A device, and what git asks for below its own address. */
const NO_ADDRESSES = ['dev', 'info'];
/** Where addresses of the site are stated, as texts that begin with a slash. */
const STATED = /['"`]\/([a-z0-9-]+)(?=[/'"`])/g;

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing\//.test(name))
    .map((name) => join(ROOT, folder, name));
}

it('every address that the server and the site state is kept from pages', () => {
  const stated = ['server', 'site/render', 'site/pages', 'content/contract', 'site/offline']
    .flatMap(sourcesIn)
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(STATED)].map(([, name = '']) => name));
  const free = [...new Set(stated)].filter((name) => isSlug(name) && !isReserved(name));
  expect(free.sort()).toEqual([...LEGAL, ...NO_ADDRESSES].sort());
});

it('every file and folder of the built site is kept from pages', () => {
  const names = [join(ROOT, 'dist/web/client'), join(ROOT, 'site/public')].flatMap((folder) =>
    readdirSync(folder),
  );
  expect(names.filter((name) => isSlug(name) && !isReserved(name))).toEqual([]);
});
