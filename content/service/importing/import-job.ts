import type { ImportProgress } from '../../contract/import-operations.ts';
import type { CallContext } from '../workspace.ts';
import type { Fetched } from './fetch-picture.ts';
import type { DecidedText } from './plan.ts';
import type { SourceIndex } from './source-index.ts';

/** What imports need beside what other operations do. */
export interface ImportsOptions {
  /** The folder that they keep their state in; null where nothing may be kept. */
  readonly importsDir: string | null;
  /** Told in French what was found damaged. */
  readonly say: (sentence: string) => void;
  readonly onError: (error: unknown) => void;
  /** Told each time that something was done for an import, with how many milliseconds it took: nothing of that is in use any more. */
  readonly onRest?: ((tookMs: number) => void) | undefined;
  /** The built export-worker.ts; null where nobody waits for this process, which then reads exports itself. */
  readonly exportWorker: URL | null;
  /** Fetches a picture from another site; the web unless a test says otherwise. */
  readonly fetch?: (address: string, signal: AbortSignal) => Promise<Fetched>;
}

/** Pages go first: after so many milliseconds of an import, others have a turn. A text takes longer than that. */
export const TURN_MS = 1;

/** What is done in the background for an import. */
export type Work = 'reading' | 'running' | 'publishing' | 'undoing';

/** One of them, under way. */
export interface Job {
  readonly id: string;
  readonly state: Work;
  progress: ImportProgress;
  readonly stopping: AbortController;
  readonly done: Promise<void>;
}

/** What is done for an import, and by whom. */
export interface ImportWork {
  readonly index: SourceIndex;
  readonly decided: readonly DecidedText[];
  readonly at: Job;
  readonly caller: CallContext;
}
