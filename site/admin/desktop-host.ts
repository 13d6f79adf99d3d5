import type { DraftPlace } from './draft-store/draft-store.ts';

/** What the admin is given by a program on the author's own machine, beside all that it is given on the web. */
export interface DesktopHost {
  /** Where what is typed is kept: on disk. */
  readonly drafts: DraftPlace;
}
