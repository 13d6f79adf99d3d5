import { beforeEach, describe, expect, it } from 'vitest';
import { applyDifference } from '#content/model/difference/value-difference.ts';
import { newBase } from '../post-form/form-state.ts';
import { EMPTY_VALUES } from '../post-form/form-values.ts';
import { type KeptRecord, keptRecord, NEW_SUBJECT } from './kept-record.ts';
import { createChangesWriter } from './text-store.ts';

const LONG = 'Une phrase de plus. '.repeat(100);

const BASE = newBase();

function record(key: string, content: string): KeptRecord {
  const values = { ...EMPTY_VALUES, content };
  return keptRecord({ key, subject: NEW_SUBJECT, base: BASE, values }, new Date(0));
}

/** Writes as a worker does, one request after another, and knows the record it wrote last. */
let kept: KeptRecord | null;
let asked: string[];
let atOnce: number;
let fails: boolean;
beforeEach(() => {
  [kept, asked, atOnce, fails] = [null, [], 0, false];
});

async function answer(what: string, after: KeptRecord): Promise<void> {
  asked.push(what);
  atOnce += 1;
  await Promise.resolve();
  if (atOnce > 1) throw new Error('asked while it was writing');
  atOnce -= 1;
  if (fails) throw new Error('refused');
  kept = after;
}

const put = () =>
  createChangesWriter({
    whole: (one) => answer('whole', one),
    change: async ({ key, difference }) => {
      if (kept?.key !== key) return false;
      await answer(
        `${JSON.stringify(difference).length < 400 ? 'a short' : 'a long'} change`,
        applyDifference(kept, difference) as KeptRecord,
      );
      return true;
    },
  });

describe('createChangesWriter', () => {
  it('hands over what was typed of a form that goes on, and the whole text of another', async () => {
    const keep = put();
    for (const one of [record('un', LONG), record('un', `${LONG}Fin.`), record('deux', LONG)]) {
      await keep(one);
      expect(kept).toEqual(one);
    }
    expect(asked).toEqual(['whole', 'a short change', 'whole']);
  });

  it('asks once what was asked before is answered, whoever asks', async () => {
    const keep = put();
    await Promise.all([
      keep(record('un', LONG)),
      keep(record('deux', LONG)),
      keep(record('deux', `${LONG}Fin.`)),
    ]);
    expect(kept).toEqual(record('deux', `${LONG}Fin.`));
  });

  it('hands over the whole text after a refusal, which is told', async () => {
    const keep = put();
    await keep(record('un', LONG));
    fails = true;
    await expect(keep(record('un', `${LONG}Fin.`))).rejects.toThrow('refused');
    fails = false;
    await keep(record('un', `${LONG}Fin, vraiment.`));
    expect([kept, asked.at(-1)]).toEqual([record('un', `${LONG}Fin, vraiment.`), 'whole']);
  });
});
