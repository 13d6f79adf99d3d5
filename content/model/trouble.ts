/** Something that keeps the whole site from being as it should, told by /healthz and « Problèmes ». */
export interface Trouble {
  /** One word or two for programs, like `search` or `missing-objects`: it stays as it is. */
  readonly code: string;
  /** What is wrong, and what it means for the site: French sentences. */
  readonly reason: string;
  /** What somebody can do about it: French sentences. */
  readonly remedy: string;
}

/** A git object that the repository should hold and that cannot be read. */
export interface LostObject {
  readonly id: string;
  /** The file it is, or was in some version; null when that is not known. */
  readonly path: string | null;
  /** Whether it is that file as it is now. */
  readonly isPresent: boolean;
  /** Whether a clone and a backup need it. */
  readonly isNeeded: boolean;
}
