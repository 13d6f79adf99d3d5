import { Transform } from 'node:stream';
import { countOf, progressInWords } from '#content/contract/in-words.ts';
import type { GitProgress } from '#content/git/git-program.ts';

/** What takes longer than this, in milliseconds, says how far it is, then as often. */
const EVERY_MS = 1000;

/** Whether it is time to say again how far something is. */
export function everySecond(clock: () => number): () => boolean {
  let next = clock() + EVERY_MS;
  return () => {
    const now = clock();
    if (now < next) return false;
    next = now + EVERY_MS;
    return true;
  };
}

/** Where an operator’s command says what it does. */
export interface Told {
  readonly say: (line: string) => void;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** What git does with objects, by the names it gives its steps; of others nothing is told. */
const DONE_WITH_OBJECTS: Readonly<Record<string, readonly [one: string, more: string]>> = {
  'Counting objects': ['objet compté', 'objets comptés'],
  'Compressing objects': ['objet comparé', 'objets comparés'],
  'Writing objects': ['objet écrit', 'objets écrits'],
  'Receiving objects': ['objet lu', 'objets lus'],
  'Resolving deltas': ['objet recomposé', 'objets recomposés'],
  'Checking objects': ['objet vérifié', 'objets vérifiés'],
};

/** Says that a step of a command begins, then once a second how far it is: in objects of git, or in bytes. */
export function tellStep({ say, clock }: Told, label: string) {
  const isTime = everySecond(clock);
  const tell = (how: string) => say(`${label}\u00a0: ${how}…`);
  say(`${label}…`);
  return {
    objects({ step, done, total }: GitProgress): void {
      const words = DONE_WITH_OBJECTS[step];
      if (words !== undefined && isTime())
        tell(`${countOf(done, ...words)} sur ${total.toLocaleString('fr-FR')}`);
    },
    /** What each file passes through, of all that have so many bytes together. */
    bytes(total: number): () => Transform {
      let done = 0;
      return () =>
        new Transform({
          transform(piece: Buffer, _encoding, pass) {
            done += piece.length;
            if (isTime()) tell(progressInWords({ done, total, unit: 'octets' }));
            pass(null, piece);
          },
        });
    },
  };
}
