import type { Logger } from 'pino';
import { countOf, sizeInWords } from '#content/contract/in-words.ts';
import type { RemoteProgress } from '#content/remote/remote.ts';
import { everySecond } from './data/telling.ts';

/** Says once a second how many files were read, while a first start reads them. */
export function createStartProgress(logger: Logger, clock: () => number) {
  const isTime = everySecond(clock);
  let files = 0;
  let isDone = false;
  return {
    noteFile(): void {
      if (isDone) return;
      files += 1;
      if (isTime()) logger.info({ files }, `lecture des articles\u00a0: ${files} fichiers lus…`);
    },
    done(): void {
      isDone = true;
    },
  };
}

/** How far a first start is that copies its upstream: a line a second in the log, and the same for whoever asks meanwhile. */
export function createCloneProgress(logger: Logger, clock: () => number) {
  const isTime = everySecond(clock);
  let sentence: string | null = null;
  let isSilent = false;
  return {
    note(progress: RemoteProgress): void {
      isSilent = false;
      sentence = sentenceOf(progress);
      if (isTime()) logger.info(progress, sentence);
    },
    /** The upstream does not answer, which may last. */
    noteSilence(said: string): void {
      isSilent = true;
      sentence = said;
    },
    isSilent: () => isSilent,
    /** Null before and after. */
    sentence: () => sentence,
    done(): void {
      isSilent = false;
      sentence = null;
    },
  };
}

export type CloneProgress = ReturnType<typeof createCloneProgress>;

function sentenceOf({ step, done, total }: RemoteProgress): string {
  if (step === 'receive') return `Copie du dépôt distant\u00a0: ${sizeInWords(done)} reçus…`;
  if (step === 'send') return `Envoi au dépôt distant\u00a0: ${sizeInWords(done)}…`;
  const all = total === undefined ? '' : ` sur ${total.toLocaleString('fr-FR')}`;
  return `Vérification du dépôt distant\u00a0: ${countOf(done, 'objet vérifié', 'objets vérifiés')}${all}…`;
}
