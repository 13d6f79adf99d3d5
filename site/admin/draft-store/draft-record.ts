import * as z from 'zod';
import { type FormBase, formBaseSchema } from '../post-form/form-base.ts';
import { type FormValues, formValuesSchema, isSame } from '../post-form/form-values.ts';

/** The subject of texts of articles that were never saved. */
export const NEW_SUBJECT = 'new';

/** A text as it was typed, kept in the browser. A later shape gets a later version; an unknown one is left alone. */
export const draftRecordSchema = z.object({
  version: z.literal(1),
  /** One for each form that was opened: two tabs on one article keep two texts. */
  key: z.string().min(1),
  /** The article's id, or {@link NEW_SUBJECT}. */
  subject: z.string().min(1),
  keptAt: z.iso.datetime(),
  /** What the text started from, so that a save of it is merged with what came since. */
  base: formBaseSchema,
  values: formValuesSchema,
});
export type DraftRecord = Readonly<z.output<typeof draftRecordSchema>>;

/** The records of what a store holds; what is not one of ours is passed over. */
export function readRecords(stored: readonly unknown[]): readonly DraftRecord[] {
  return stored.flatMap((value) => {
    const parsed = draftRecordSchema.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
}

interface Found {
  readonly records: readonly DraftRecord[];
  /** Keys of forms that are open elsewhere: their texts are theirs. */
  readonly openKeys: ReadonlySet<string>;
  /** The base the form opens on. */
  readonly base: FormBase;
}

export interface KeptTexts {
  /** Worth offering, the newest first. */
  readonly offered: readonly DraftRecord[];
  /** Says what is saved already, or what a later one says too: to be removed. */
  readonly spent: readonly DraftRecord[];
}

/** What to do of the texts found when a form opens. */
export function sortKept({ records, openKeys, base }: Found): KeptTexts {
  const free = records.filter(({ key }) => !openKeys.has(key)).sort((a, b) => (a.keptAt < b.keptAt ? 1 : -1));
  // A crash while a text was given another key leaves it under both.
  const isSpent = (record: DraftRecord, at: number) =>
    isSame(record.values, base.values) ||
    free.slice(0, at).some((later) => isSame(record.values, later.values));
  const spent = new Set(free.filter(isSpent));
  return { offered: free.filter((record) => !spent.has(record)), spent: [...spent] };
}

/** A record of what the form holds. */
export function draftRecord(
  form: {
    readonly key: string;
    readonly subject: string;
    readonly base: FormBase;
    readonly values: FormValues;
  },
  now: Date,
): DraftRecord {
  return { version: 1, keptAt: now.toISOString(), ...form };
}
