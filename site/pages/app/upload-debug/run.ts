/** docs/product.md, Trials of uploads: the states of a step. */
export type StepState = 'idle' | 'running' | 'success' | 'error';

export interface Run {
  readonly states: readonly StepState[];
  readonly log: readonly string[];
}

const STEP_COUNT = 4;
export const FRESH_RUN: Run = { states: Array.from({ length: STEP_COUNT }, () => 'idle'), log: [] };

export type RunChange =
  | { readonly kind: 'start' }
  | { readonly kind: 'step'; readonly index: number; readonly state: StepState }
  | { readonly kind: 'log'; readonly line: string };

/** The run after a change. */
export function changeRun(run: Run, change: RunChange): Run {
  switch (change.kind) {
    case 'start':
      return FRESH_RUN;
    case 'step':
      return { ...run, states: run.states.with(change.index, change.state) };
    case 'log':
      return { ...run, log: [...run.log, change.line] };
  }
}
