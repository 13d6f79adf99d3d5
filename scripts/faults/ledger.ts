import { appendFileSync } from 'node:fs';

/** One text that grows a number at a time: an article, the settings, a pending version. */
export interface KeptText {
  readonly kind: TextKind;
  /** How it is asked for: a slug, an id, or nothing. */
  readonly name: string;
  /** The highest number that was sent, and the highest the server confirmed; -1 for none. */
  readonly asked: number;
  readonly confirmed: number;
}
type TextKind = 'article' | 'pending' | 'settings';

/** What only exists once confirmed: objects and commits of the branch's history, images that are served, texts that were dropped. */
export type KeptThing = 'object' | 'commit' | 'image' | 'dropped';

/**
 * What the clients know of, kept out of the processes that are killed and of their folders; in a file too, for whoever looks at
 * what a fault left.
 */
export function createLedger(file: string) {
  const texts = new Map<string, KeptText>();
  const things: Readonly<Record<KeptThing, Set<string>>> = {
    object: new Set(),
    commit: new Set(),
    image: new Set(),
    dropped: new Set(),
  };
  let confirmations = 0;

  const write = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`);
  function update(kind: TextKind, name: string, change: (text: KeptText) => KeptText): void {
    const key = `${kind} ${name}`;
    texts.set(key, change(texts.get(key) ?? { kind, name, asked: -1, confirmed: -1 }));
  }

  return {
    /** About to be sent. */
    asked(kind: TextKind, name: string, number: number): void {
      write({ asked: kind, name, number });
      update(kind, name, (text) => ({ ...text, asked: number }));
    },
    confirmed(kind: TextKind, name: string, number: number): void {
      write({ confirmed: kind, name, number });
      update(kind, name, (text) => ({ ...text, confirmed: number }));
      confirmations += 1;
    },
    /** About to be taken back to an earlier number: any from there to the last one sent may be served. */
    goingBack(kind: TextKind, name: string, number: number): void {
      write({ goingBack: kind, name, number });
      update(kind, name, (text) => ({ ...text, confirmed: number }));
    },
    wentBack(kind: TextKind, name: string, number: number): void {
      write({ wentBack: kind, name, number });
      update(kind, name, (text) => ({ ...text, asked: number, confirmed: number }));
      confirmations += 1;
    },
    kept(kind: KeptThing, id: string): void {
      write({ kept: kind, id });
      things[kind].add(id);
    },
    texts: (): readonly KeptText[] => [...texts.values()].filter(({ confirmed }) => confirmed >= 0),
    things: (kind: KeptThing): ReadonlySet<string> => things[kind],
    confirmations: (): number => confirmations,
  };
}

export type Ledger = ReturnType<typeof createLedger>;
