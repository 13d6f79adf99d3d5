import type { Moment } from '#site/render/page-reader.ts';
import type { PageReader } from '#site/render/reader.ts';
import { createNotingReader } from '../pages/noting-reader.ts';
import { type PageRead, type PageSources, readsTheSame } from '../pages/page-reads.ts';

/** A text for programs. */
export interface MadeText {
  readonly text: string;
  /** Milliseconds since 1970: what it tells of has not changed since. */
  readonly madeAt: number;
}

interface Kept extends MadeText {
  readonly reads: readonly PageRead[];
}

/** Texts kept by name, as pages are: each made once, and again when something it read has changed. */
export function createMadeTexts(sources: PageSources) {
  const kept = new Map<string, Kept>();
  const making = new Map<string, Promise<Kept>>();

  async function made(moment: Moment, make: (reader: PageReader) => Promise<string>): Promise<Kept> {
    const { reader, reads } = createNotingReader(sources, moment);
    return { text: await make(reader), madeAt: moment.now, reads };
  }

  return async (
    name: string,
    moment: Moment,
    make: (reader: PageReader) => Promise<string>,
  ): Promise<MadeText> => {
    const before = kept.get(name);
    if (before !== undefined && readsTheSame(before.reads, sources, moment)) return before;
    const key = `${moment.view.since} ${moment.view.snapshot.commit} ${name}`;
    const running = making.get(key) ?? made(moment, make).finally(() => making.delete(key));
    making.set(key, running);
    const text = await running;
    kept.set(name, text);
    return text;
  };
}
