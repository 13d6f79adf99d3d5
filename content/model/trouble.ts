/** Something that keeps the whole site from being as it should, told by /healthz and « Problèmes ». */
export interface Trouble {
  /** One word or two for programs, like `search` or `missing-objects`: it stays as it is. */
  readonly code: string;
  /** What is wrong, and what it means for the site: French sentences. */
  readonly reason: string;
  /** What somebody can do about it: French sentences. */
  readonly remedy: string;
}
