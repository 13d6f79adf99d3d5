import type { Logger } from 'pino';

/** A start that reads files for longer than this shows how far it is, then as often, in milliseconds. */
const EVERY_MS = 1000;

/** Says once a second how many files were read, while a first start reads them. */
export function createStartProgress(logger: Logger, clock: () => number) {
  let files = 0;
  let next = clock() + EVERY_MS;
  let isDone = false;
  return {
    noteFile(): void {
      if (isDone) return;
      files += 1;
      const now = clock();
      if (now < next) return;
      next = now + EVERY_MS;
      logger.info({ files }, `lecture des articles : ${files} fichiers lus…`);
    },
    done(): void {
      isDone = true;
    },
  };
}
