import * as z from 'zod';
import { type FormBase, formBaseSchema } from '../post-form/form-state.ts';
import { type FormValues, isSame, keptValuesSchema } from '../post-form/form-values.ts';

/** The subject of texts of articles that were never saved. */
export const NEW_SUBJECT = 'new';

/**
 * The form that records have. A field that is added leaves it as it is, since its default holds where a record has none;
 * anything else raises it, and {@link readKept} makes the new form of the old one.
 */
const VERSION = 1;

/** A text as it was typed, kept in the browser or on the disk of a desktop. What a later program added to it stays. */
const keptRecordSchema = z.looseObject({
  version: z.literal(VERSION),
  /** One for each form that was opened: two tabs on one article keep two texts. */
  key: z.string().min(1),
  /** The article's id, or {@link NEW_SUBJECT}. */
  subject: z.string().min(1),
  keptAt: z.iso.datetime(),
  /** What the text started from, so that a save of it is merged with what came since. */
  base: formBaseSchema,
  values: keptValuesSchema,
  /** What readers were to be told of the change, where that is not saved. */
  note: z.string().nullable().default(null),
});
export type KeptRecord = Readonly<z.output<typeof keptRecordSchema>>;

/** What is kept under a key, before anybody knows what it is: a text where it is not even JSON. */
export interface StoredText {
  readonly key: string;
  readonly value: unknown;
  /** Removes it for good. */
  readonly drop: () => Promise<void>;
}

/** A kept text that this program cannot go on with. It stays where it is until the author drops it. */
export interface UnreadText extends Pick<StoredText, 'key' | 'drop'> {
  /** `newer`: of a later form than this program knows. */
  readonly reason: 'newer' | 'damaged';
  /** The article's id or {@link NEW_SUBJECT}, and its title; null where even that cannot be told. */
  readonly subject: string | null;
  readonly title: string | null;
  /** All that is kept, for the author to read. */
  readonly text: string;
}

export interface KeptRecords {
  readonly records: readonly KeptRecord[];
  readonly unread: readonly UnreadText[];
}

/** What a store holds: the texts that can be gone on with, and the others. */
export function readKept(stored: readonly StoredText[]): KeptRecords {
  const read = stored.map((one) => ({ one, parsed: keptRecordSchema.safeParse(one.value) }));
  return {
    records: read.flatMap(({ parsed }) => (parsed.success ? [parsed.data] : [])),
    unread: read.flatMap(({ one, parsed }) => (parsed.success ? [] : [unreadText(one)])),
  };
}

/** What can be told of a record that cannot be read. */
const glimpseSchema = z
  .looseObject({
    version: z.number().catch(0),
    subject: z.string().nullable().catch(null),
    values: z.looseObject({ title: z.string().nullable().catch(null) }).catch({ title: null }),
  })
  .catch({ version: 0, subject: null, values: { title: null } });

function unreadText({ key, value, drop }: StoredText): UnreadText {
  const { version, subject, values } = glimpseSchema.parse(value);
  const reason = version > VERSION ? 'newer' : 'damaged';
  return { key, drop, reason, subject, title: values.title, text: legible(value) };
}

/** Any JSON value with nothing left out, its texts as they were typed. */
function legible(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, part]) => {
      const text = legible(part);
      return text.includes('\n') ? `${name}\u00a0:\n${text}\n` : `${name}\u00a0: ${text}`;
    })
    .join('\n');
}

interface Found {
  readonly records: readonly KeptRecord[];
  /** Keys of forms that are open elsewhere: their texts are theirs. */
  readonly openKeys: ReadonlySet<string>;
  readonly base: FormBase;
}

export interface KeptTexts {
  /** Worth offering, the newest first. */
  readonly offered: readonly KeptRecord[];
  /** Says what is saved already, or what a later one says too: to be removed. */
  readonly spent: readonly KeptRecord[];
}

/** What to do of the texts found when a form opens. */
export function sortKept({ records, openKeys, base }: Found): KeptTexts {
  const free = records.filter(({ key }) => !openKeys.has(key)).sort((a, b) => (a.keptAt < b.keptAt ? 1 : -1));
  // A crash while a text was given another key leaves it under both.
  const isSpent = (record: KeptRecord, at: number) =>
    isSame(record.values, base.values) ||
    free.slice(0, at).some((later) => isSame(record.values, later.values));
  const spent = new Set(free.filter(isSpent));
  return { offered: free.filter((record) => !spent.has(record)), spent: [...spent] };
}

/** A record of what the form holds. */
export function keptRecord(
  form: {
    readonly key: string;
    readonly subject: string;
    readonly base: FormBase;
    readonly values: FormValues;
    readonly note?: string | null;
  },
  now: Date,
): KeptRecord {
  return { version: VERSION, keptAt: now.toISOString(), note: null, ...form };
}
