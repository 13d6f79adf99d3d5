import type { Logger } from 'pino';
import type { RemoteProgress } from '#content/remote/remote.ts';

/** A start that takes longer than this, in milliseconds, says in the log how far it is, then as often. */
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
      logger.info({ files }, `lecture des articles\u00a0: ${files} fichiers lus…`);
    },
    done(): void {
      isDone = true;
    },
  };
}

const MEBIBYTE = 1024 * 1024;
const DECIMAL = new Intl.NumberFormat('fr', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const WHOLE = new Intl.NumberFormat('fr');

/** How far a first start is that copies its upstream: a line a second in the log, and the same for whoever asks meanwhile. */
export function createCloneProgress(logger: Logger, clock: () => number) {
  let sentence: string | null = null;
  let next = clock() + EVERY_MS;
  return {
    note(progress: RemoteProgress): void {
      sentence = sentenceOf(progress);
      const now = clock();
      if (now < next) return;
      next = now + EVERY_MS;
      logger.info(progress, sentence);
    },
    /** Null before and after. */
    sentence: () => sentence,
    done(): void {
      sentence = null;
    },
  };
}

export type CloneProgress = ReturnType<typeof createCloneProgress>;

function sentenceOf({ step, done, total }: RemoteProgress): string {
  if (step === 'receive')
    return `Copie du dépôt distant\u00a0: ${DECIMAL.format(done / MEBIBYTE)} Mio reçus…`;
  const all = total === undefined ? '' : ` sur ${WHOLE.format(total)}`;
  if (step === 'check')
    return `Vérification du dépôt distant\u00a0: ${WHOLE.format(done)} objets vérifiés${all}…`;
  return `Envoi au dépôt distant\u00a0: ${DECIMAL.format(done / MEBIBYTE)} Mio…`;
}
