// Writes what stands around each page into dist/server/documents.json: the build's style sheets, fonts and scripts, as Vike
// places them. The server fills in the pages, and needs no Vike.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { renderPage } from 'vike/server';
import { root } from './prepare.mjs';

await import(pathToFileURL(join(root, 'dist/web/server/entry.mjs')).href);
const pages = join(root, 'site/pages/app');
const entries = await readdir(pages, { recursive: true });
const folders = entries.flatMap((entry) => /^(.+)[\\/]\+Page\.tsx$/.exec(entry)?.[1] ?? []);
const addresses = (await Promise.all(folders.map(addressesOf))).flat();
const documents = { '/': await documentAt('/') };
for (const address of addresses.sort()) documents[address] = await documentAt(address, '{nonce}');
await writeFile(join(root, 'dist/server/documents.json'), JSON.stringify(documents));

/** Where a page is: at the addresses its route names, else at that of its folder. */
async function addressesOf(folder) {
  const route = await readFile(join(pages, folder, '+route.ts'), 'utf8').catch(() => '');
  const named = [...route.matchAll(/'(\/[a-z-]+)'/g)].map(([, address]) => address);
  return named.length > 0 ? named : [`/${folder}`];
}

async function documentAt(address, cspNonce) {
  const page = { head: '{head}', body: '{body}' };
  const { httpResponse, errorWhileRendering } = await renderPage({ urlOriginal: address, page, cspNonce });
  if (httpResponse.statusCode !== 200)
    throw new Error(`no document for ${address}`, { cause: errorWhileRendering });
  return httpResponse.getBody();
}
