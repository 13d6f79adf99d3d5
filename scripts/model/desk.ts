import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inProcess } from '#content/service/images/image-pipeline.ts';
import { ENCRIER } from '#content/service/open-content.ts';
import { cloneInto } from '#content/service/syncing/first-clone.ts';
import { type Content, openFolder } from '#desktop/main/content.ts';
import { folderAnswers } from '#desktop/main/folder-handlers.ts';
import { authorOf, createDoorway, type Desk } from './side.ts';

interface DeskOptions {
  readonly name: Desk['name'];
  readonly folder: string;
  /** Of the repository it follows. */
  readonly url: string;
  readonly clock: () => number;
  readonly starterFolder: string;
}

/** A desktop without its window: what the app opens over a folder, in this process; it exchanges and looks when it is asked. */
export function createDesk({ name, folder, url, clock, starterFolder }: DeskOptions): Desk {
  const articles = join(folder, 'articles');
  const told: string[] = [];
  const onError = (error: unknown) => void told.push(String(error));
  const doorway = createDoorway((error, call) => told.push(`${call}: ${String(error)}`));
  let content: Content | null = null;

  async function copy(): Promise<void> {
    mkdirSync(articles, { recursive: true });
    await cloneInto({
      folder: articles,
      url,
      clock,
      committer: ENCRIER,
      credentials: () => null,
      onProgress: () => undefined,
      signal: new AbortController().signal,
      start: () => Promise.reject(new Error('there is a site already')),
    });
  }

  return {
    name,
    folder,
    articles,
    gitDir: join(articles, '.git'),
    client: doorway.client,
    host: doorway.host,
    async open(): Promise<void> {
      if (!existsSync(articles)) await copy();
      const opened = await openFolder({
        folder: articles,
        starterFolder,
        clock,
        onError,
        cachesDir: join(folder, 'caches'),
        keptTextsDir: join(folder, 'texts'),
        importsDir: join(folder, 'imports'),
        images: inProcess,
        author: () => authorOf(name),
        markdownWorker: new URL('file:///never-started.js'),
        exportWorker: null,
        onShown: () => undefined,
        credentials: () => () => null,
        notifications: { onLive: () => undefined, onQuestions: () => undefined, onFault: () => undefined },
        pace: 'when-asked',
        say: (sentence) => told.push(sentence),
      });
      if (opened.readOnly !== null) told.push(`read-only: ${opened.readOnly}`);
      doorway.open(folderAnswers(opened, () => ({ author: authorOf(name) })));
      content = opened;
    },
    followed: async (): Promise<void> => {
      await content?.followed().catch(onError);
    },
    async close(): Promise<void> {
      doorway.shut();
      await content?.close().catch(onError);
      content = null;
    },
    importFrom: async (file) => {
      if (content === null) throw new Error('the app has ended');
      return content.imports.fromPaths([file]);
    },
    complaints: () => told.splice(0),
  };
}
