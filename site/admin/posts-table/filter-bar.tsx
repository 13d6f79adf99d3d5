import { type ReactNode, useEffect, useState } from 'react';
import type * as z from 'zod';
import { POST_SORTS, type postTableSchema } from '#content/contract/posts-operations.ts';
import { SelectField, TextField } from '../kit/fields.tsx';
import { StateFilter } from './state-filter.tsx';
import type { TableView } from './table-view.ts';

interface FilterBarProps {
  readonly view: TableView;
  readonly onChange: (view: TableView) => void;
  readonly table: z.output<typeof postTableSchema>;
}

/** How long a search waits for the next key, in milliseconds. */
const SEARCH_DELAY_MS = 200;

const ORDERS = [
  { value: 'published desc', label: 'Plus récents' },
  { value: 'published asc', label: 'Plus anciens' },
  { value: 'title asc', label: 'Titre, A à Z' },
  { value: 'title desc', label: 'Titre, Z à A' },
  { value: 'slug asc', label: 'Slug, A à Z' },
  { value: 'slug desc', label: 'Slug, Z à A' },
  { value: 'state asc', label: 'Statut' },
  { value: 'state desc', label: 'Statut, à l’envers' },
] as const;

/** Search, filters and order of the table. */
export function FilterBar({ view, onChange, table }: FilterBarProps): ReactNode {
  return (
    <search className="filter-bar">
      <SearchField text={view.search} onChange={(search) => onChange({ ...view, search })} />
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
      <SelectField
        label="Ordre"
        isLabelUnseen
        value={`${view.sort} ${view.order}`}
        onChange={({ target }) => onChange({ ...view, ...orderOf(target.value) })}
      >
        {ORDERS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </search>
  );
}

interface SearchFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function SearchField({ text, onChange }: SearchFieldProps): ReactNode {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => onChange(typed), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed, text, onChange]);
  return (
    <TextField
      label="Rechercher un article"
      isLabelUnseen
      type="search"
      placeholder="Rechercher un article"
      maxLength={200}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
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
    <SelectField label={label} isLabelUnseen value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{all}</option>
      {facets.map(({ name, count }) => (
        <option key={name} value={name}>
          {name} ({count})
        </option>
      ))}
    </SelectField>
  );
}

function orderOf(value: string): Pick<TableView, 'sort' | 'order'> {
  const [name, order] = value.split(' ');
  return {
    sort: POST_SORTS.find((sort) => sort === name) ?? 'published',
    order: order === 'asc' ? 'asc' : 'desc',
  };
}
