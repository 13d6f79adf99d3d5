/** What the trailers of a commit say (commit-sentences.ts); commits of other programs have none. */
export interface CommitTrailers {
  /** The action's name; null when none is said. */
  readonly action: string | null;
  /** Posts of which the commit is no news to readers (docs/design.md, The content repository): all it touches, or by id. */
  readonly minor: 'all' | ReadonlySet<string>;
  /** The question to the author that the commit is the answer to; null for none. */
  readonly resolves: string | null;
  /** The ids of the posts it is about. */
  readonly posts: readonly string[];
  /** The commit of the work branch that it published; null for none. */
  readonly from: string | null;
  /** The import that it is of; null for none. */
  readonly importId: string | null;
}

/** What an author tells readers of an update, in the message of its commit. */
export const NOTE_TRAILER = 'Encrier-Note';
/** Longest such note, in characters. */
export const MAX_READER_NOTE = 300;

const TRAILER = /^(Encrier-[A-Za-z]+): *(.*)$/;

/** Reads the trailers of a commit message: those of its last paragraph, as git does. */
export function commitTrailers(message: string): CommitTrailers {
  const valuesOf = trailerValues(message);
  const minor = new Set(valuesOf('Encrier-Minor'));
  return {
    action: valuesOf('Encrier-Action').at(-1) ?? null,
    minor: minor.has('true') ? 'all' : minor,
    resolves: valuesOf('Encrier-Settles').at(-1) ?? null,
    posts: valuesOf('Encrier-Post'),
    from: valuesOf('Encrier-From').at(-1) ?? null,
    importId: valuesOf('Encrier-Import').at(-1) ?? null,
  };
}

/** A text that waits, and the published file that it was made from, where that is no longer the one it will be merged with. */
export interface WaitingQuestion {
  /** The id of the post. */
  readonly post: string;
  readonly path: string;
  /** Blob id. */
  readonly id: string;
}

/** The questions that a commit states, as it does. */
export function statedQuestions(message: string): readonly string[] {
  return trailerValues(message)('Encrier-Question');
}

/** Those that a commit of the work branch states of what waits; what is badly written is none. */
export function waitingQuestions(message: string): readonly WaitingQuestion[] {
  return statedQuestions(message).flatMap((value) => {
    const [, post = '', id = '', path = ''] = /^(\S+) ([0-9a-f]{40}) (.+)$/.exec(value) ?? [];
    return path === '' ? [] : [{ post, id, path }];
  });
}

/** A file that a remote did not take, and the ref that has it still. */
export interface LeftOut {
  readonly path: string;
  readonly backup: string;
}

/** The files that a commit of the work branch left out. */
export function leftOutFiles(message: string): readonly LeftOut[] {
  return trailerValues(message)('Encrier-Left').flatMap((value) => {
    const [, backup = '', path = ''] = /^(\S+) (.+)$/.exec(value) ?? [];
    return path === '' ? [] : [{ path, backup }];
  });
}

/**
 * What the author of a commit tells the readers of one post about it, on one line; null when that is nothing. Where a note
 * begins with the id of a post that the commit names, it is of that post alone.
 */
export function readerNote(message: string, postId: string): string | null {
  const valuesOf = trailerValues(message);
  const named = new Set(valuesOf('Encrier-Post'));
  const notes = valuesOf(NOTE_TRAILER).flatMap((value) => {
    const [, id = '', own = ''] = /^(\S+) +(.*)$/.exec(value) ?? [];
    if (!named.has(id)) return [value];
    return id === postId ? [own] : [];
  });
  const note = notes.at(-1)?.slice(0, MAX_READER_NOTE) ?? '';
  return note === '' ? null : note;
}

function trailerValues(message: string): (wanted: string) => readonly string[] {
  const [, ...paragraphs] = message.trimEnd().split(/\n[ \t]*\n/);
  const lines = paragraphs.at(-1)?.split('\n') ?? [];
  const trailers = lines.flatMap((line) => {
    const [, name = '', value = ''] = TRAILER.exec(line) ?? [];
    return name === '' ? [] : [{ name, value: value.trim() }];
  });
  return (wanted) => trailers.filter(({ name }) => name === wanted).map(({ value }) => value);
}

/** Whether what a commit did to one post is no news to readers. */
export function isMinorFor({ minor }: Pick<CommitTrailers, 'minor'>, postId: string): boolean {
  return minor === 'all' || minor.has(postId);
}

/** The sentence of a commit message: its first line. */
export function commitSubject(message: string): string {
  return message.trimStart().split('\n', 1)[0]?.trim() ?? '';
}
