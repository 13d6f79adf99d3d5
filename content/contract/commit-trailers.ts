/** What the trailers of a commit say (commit-sentences.ts); commits of other programs have none. */
export interface CommitTrailers {
  /** The action's name; null when none is said. */
  readonly action: string | null;
  readonly isMinor: boolean;
}

const TRAILER = /^(Encrier-[A-Za-z]+): *(.*)$/;

/** Reads the trailers of a commit message: those of its last paragraph, as git does. */
export function commitTrailers(message: string): CommitTrailers {
  const [, ...paragraphs] = message.trimEnd().split(/\n[ \t]*\n/);
  const lines = paragraphs.at(-1)?.split('\n') ?? [];
  const trailers = new Map(
    lines.flatMap((line) => {
      const [, name = '', value = ''] = TRAILER.exec(line) ?? [];
      return name === '' ? [] : [[name, value.trim()] as const];
    }),
  );
  return {
    action: trailers.get('Encrier-Action') ?? null,
    isMinor: trailers.get('Encrier-Minor') === 'true',
  };
}

/** The sentence of a commit message: its first line. */
export function commitSubject(message: string): string {
  return message.trimStart().split('\n', 1)[0]?.trim() ?? '';
}
