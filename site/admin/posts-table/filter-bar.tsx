import type { ReactNode } from 'react';
import type * as z from 'zod';
import {
  POST_SORTS,
  POST_STATES,
  type PostState,
  type postTableSchema,
} from '#content/contract/posts-operations.ts';
import { STAGE_FILTERS, type StageFilter } from '#content/contract/publishing.ts';
import { ChoiceField, TextField } from '../kit/fields.tsx';
import { STAGE_NAMES, WAIT_NAMES } from '../publish-bar/publish-words.ts';
import { STATE_NAMES } from './state-badge.tsx';
import type { TableView } from './table-view.ts';

interface FilterBarProps {
  readonly view: TableView;
  readonly onChange: (view: TableView) => void;
  readonly table: z.output<typeof postTableSchema>;
}

type Order = `${TableView['sort']} ${TableView['order']}`;
const ORDERS: readonly (readonly [Order, string])[] = [
  ['published desc', 'Plus récents'],
  ['published asc', 'Plus anciens'],
  ['title asc', 'Titre, A à Z'],
  ['title desc', 'Titre, Z à A'],
  ['slug asc', 'Slug, A à Z'],
  ['slug desc', 'Slug, Z à A'],
  ['state asc', 'Statut'],
  ['state desc', 'Statut, à l’envers'],
];

export function FilterBar({ view, onChange, table }: FilterBarProps): ReactNode {
  return (
    <search className="filter-bar">
      <TextField
        label="Rechercher un article"
        isLabelUnseen
        type="search"
        placeholder="Rechercher un article"
        maxLength={200}
        value={view.search}
        onChange={({ target }) => onChange({ ...view, search: target.value })}
      />
      <StateFilter
        state={view.state}
        stage={view.stage}
        table={table}
        onChange={(filter) => onChange({ ...view, ...filter })}
      />
      <FacetField
        label="Catégorie"
        all="Toutes catégories"
        facets={table.categories}
        value={view.category}
        onChange={(category) => onChange({ ...view, category })}
      />
      <FacetField
        label="Mot-clé"
        all="Tous mots-clés"
        facets={table.tags}
        value={view.tag}
        onChange={(tag) => onChange({ ...view, tag })}
      />
      {(table.pages > 0 || view.kind !== '') && (
        <ChoiceField
          label="Articles ou pages"
          isLabelUnseen
          value={view.kind}
          options={[
            ['', 'Articles et pages'],
            ['article', 'Articles'],
            ['page', `Pages (${table.pages})`],
          ]}
          onChoose={(kind) => onChange({ ...view, kind })}
        />
      )}
      <ChoiceField
        label="Ordre"
        isLabelUnseen
        value={`${view.sort} ${view.order}` as const}
        options={ORDERS}
        onChoose={(order) => onChange({ ...view, ...orderOf(order) })}
      />
    </search>
  );
}

interface FacetFieldProps {
  readonly label: string;
  readonly all: string;
  readonly facets: readonly { readonly name: string; readonly count: number }[];
  readonly value: string;
  readonly onChange: (name: string) => void;
}

function FacetField({ label, all, facets, value, onChange }: FacetFieldProps): ReactNode {
  return (
    <ChoiceField
      label={label}
      isLabelUnseen
      value={value}
      options={[['', all], ...facets.map(({ name, count }) => [name, `${name} (${count})`] as const)]}
      onChoose={onChange}
    />
  );
}

function orderOf(value: Order): Pick<TableView, 'sort' | 'order'> {
  const [name, order] = value.split(' ');
  return {
    sort: POST_SORTS.find((sort) => sort === name) ?? 'published',
    order: order === 'asc' ? 'asc' : 'desc',
  };
}

type Filter = Pick<TableView, 'state' | 'stage'>;

interface StateFilterProps extends Filter {
  readonly table: Pick<z.output<typeof postTableSchema>, 'counts' | 'stages'>;
  readonly onChange: (filter: Filter) => void;
}

interface Option extends Filter {
  readonly label: string;
}

/** « Statut »: what readers see of articles, or on a desktop how far they have come to them. */
function StateFilter({ state, stage, table, onChange }: StateFilterProps): ReactNode {
  const options = optionsOf(table);
  const chosen = options.findIndex((option) => option.state === state && option.stage === stage);
  return (
    <ChoiceField
      label="Statut"
      isLabelUnseen
      value={String(chosen)}
      options={[['-1', 'Tous statuts'], ...options.map(({ label }, at) => [String(at), label] as const)]}
      onChoose={(at) => onChange(filterOf(options[Number(at)]))}
    />
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
    state,
    stage: '',
    label: `${STATE_NAMES[state]} (${counts[state]})`,
  });
  if (stages === null) return POST_STATES.map(ofState);
  const ofStage = (stage: StageFilter): Option => ({
    state: '',
    stage,
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
