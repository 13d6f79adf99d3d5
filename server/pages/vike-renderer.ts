import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageReader } from '#site/render/reader.ts';

export type RenderPage = (
  address: string,
  reader: PageReader,
) => Promise<{ readonly status: number; readonly html: string }>;

/**
 * Renders through the built site in `distDir`, loaded when the first page is asked for. The entry is imported by its
 * path: Vike otherwise looks it up in node_modules, where a copied build has none (TOOLCHAIN.md).
 */
export function createVikeRenderer(distDir: string): RenderPage {
  let loading: Promise<typeof import('vike/server')> | null = null;
  const load = async () => {
    await import(pathToFileURL(join(distDir, 'server/entry.mjs')).href);
    return import('vike/server');
  };
  return async (address, reader) => {
    loading ??= load();
    const { renderPage } = await loading;
    const { httpResponse, errorWhileRendering } = await renderPage({ urlOriginal: address, reader });
    if (errorWhileRendering) throw new Error(`page ${address} failed`, { cause: errorWhileRendering });
    return { status: httpResponse.statusCode, html: await httpResponse.getBody() };
  };
}
