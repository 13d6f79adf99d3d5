import { createHash } from 'node:crypto';
import * as z from 'zod';

/** A file of one side. */
const fileAtSchema = z.object({
  path: z.string(),
  /** Blob id. */
  id: z.string(),
});
export type FileAt = Readonly<z.output<typeof fileAtSchema>>;

/** Whether both are one file, or both none. */
export function isSameFile(one: FileAt | null | undefined, other: FileAt | null | undefined): boolean {
  return one?.path === other?.path && one?.id === other?.id;
}

export const clashSchema = z.object({
  /** The same for the same question. */
  id: z.string(),
  /** What only the author can decide. Our side stays served; the other one is in the repository and waits. */
  kind: z.enum([
    /** Both wrote in one place of a post; theirs is kept as its pending version when there is room for it. */
    'text',
    /** Deleted here and changed there, or the other way round: the text stays. */
    'deleted-here',
    'deleted-there',
    /** Each side gave the post another address: ours stays. */
    'renamed',
    /** Two posts at one address: ours stays there, theirs took the address in `path`. */
    'same-address',
    /** Settings or another file that both changed in one place: ours stays. */
    'file',
  ]),
  /** Where the file is now. */
  path: z.string(),
  postId: z.string().nullable(),
  /** Of the post, else the path. */
  title: z.string(),
  base: fileAtSchema.nullable(),
  ours: fileAtSchema.nullable(),
  theirs: fileAtSchema.nullable(),
});
export type Clash = Readonly<z.output<typeof clashSchema>>;
export type ClashKind = Clash['kind'];

/** States a clash, and names it. */
export function clashOf(clash: Omit<Clash, 'id'>): Clash {
  const { kind, path, ours, theirs } = clash;
  const text = JSON.stringify([kind, path, ours?.id ?? null, theirs?.id ?? null]);
  return { id: createHash('sha256').update(text).digest('hex').slice(0, 16), ...clash };
}
