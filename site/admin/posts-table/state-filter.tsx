import type { ReactNode } from 'react';
import type * as z from 'zod';
import { POST_STATES, type PostState, type postTableSchema } from '#content/contract/posts-operations.ts';
import { STAGE_FILTERS, type StageFilter } from '#content/contract/publishing.ts';
import { SelectField } from '../kit/fields.tsx';
import { STAGE_NAMES, WAIT_NAMES } from '../publish-bar/publish-words.ts';
import { STATE_NAMES } from './state-badge.tsx';
import type { TableView } from './table-view.ts';

type Filter = Pick<TableView, 'state' | 'stage'>;

interface StateFilterProps extends Filter {
  readonly table: Pick<z.output<typeof postTableSchema>, 'counts' | 'stages'>;
  readonly onChange: (filter: Filter) => void;
}

interface Option extends Filter {
  readonly label: string;
}

/** « Statut »: what readers see of articles, or on a desktop how far they have come to them. */
export function StateFilter({ state, stage, table, onChange }: StateFilterProps): ReactNode {
  const options = optionsOf(table);
  const chosen = options.findIndex((option) => option.state === state && option.stage === stage);
  return (
    <SelectField
      label="Statut"
      isLabelUnseen
      value={String(chosen)}
      onChange={({ target }) => onChange(filterOf(options[Number(target.value)]))}
    >
      <option value="-1">Tous statuts</option>
      {options.map(({ label }, at) => (
        <option key={label} value={at}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

const ALL: Filter = { state: '', stage: '' };

function filterOf(option: Option | undefined): Filter {
  return option === undefined ? ALL : { state: option.state, stage: option.stage };
}

/** The two that say when an article is seen stand beside how far it has come. */
const TIMED: readonly PostState[] = ['scheduled', 'withdrawn'];

function optionsOf({ counts, stages }: StateFilterProps['table']): readonly Option[] {
  const ofState = (state: PostState): Option => ({
    ...{ state, stage: '' },
    label: `${STATE_NAMES[state]} (${counts[state]})`,
  });
  if (stages === null) return POST_STATES.map(ofState);
  const ofStage = (stage: StageFilter): Option => ({
    ...{ state: '', stage },
    label: isAsked(stage) ? nameOf(stage) : `${nameOf(stage)} (${stages[stage]})`,
  });
  return [...STAGE_FILTERS.map(ofStage), ...TIMED.map(ofState)];
}

/** The site is asked about articles as they come into sight: how many it would say it serves is not known. */
function isAsked(stage: StageFilter): boolean {
  return stage === 'sent' || stage === 'live';
}

function nameOf(stage: StageFilter): string {
  return stage === 'change' || stage === 'withdrawal' ? (WAIT_NAMES[stage] ?? '') : STAGE_NAMES[stage];
}
