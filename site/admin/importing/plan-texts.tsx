import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ImportPlan, PlannedText } from '#content/contract/import-operations.ts';
import { countOf } from '#content/contract/in-words.ts';
import { longDate } from '#site/ui/dates.tsx';
import { useAdmin } from '../context.ts';
import { ChoiceField } from '../kit/fields.tsx';
import { NotLoaded } from '../kit/loading.tsx';
import { MoreButton, once } from '../kit/rows.tsx';
import { FATES, TEXT_STATES } from './import-words.ts';

const FILTERS = {
  all: 'Tous',
  noted: 'Avec une remarque',
  changed: 'Changés sur l’ancien site',
  edited: 'Modifiés ici',
};
type Filter = keyof typeof FILTERS;
const NAMES = ['all', 'noted', 'changed', 'edited'] as const satisfies readonly Filter[];

/** Each article and page of an import, with what becomes of it; a hundred at a time. */
export function PlanTexts({ id, plan }: { readonly id: string; readonly plan: ImportPlan }): ReactNode {
  const { client } = useAdmin();
  const [only, setOnly] = useState<Filter>('all');
  const list = useInfiniteQuery({
    queryKey: ['listImportTexts', id, only],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => client.listImportTexts({ id, only, offset: pageParam }, { signal }),
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { texts }) => sum + texts.length, 0);
      return shown < total ? shown : undefined;
    },
    staleTime: 0,
  });
  const offered = NAMES.filter(
    (name) => name === 'all' || name === 'noted' || (name === 'changed' ? plan.changed : plan.edited) > 0,
  );
  return (
    <section>
      <div className="import-head">
        <h3>Texte par texte</h3>
        <ChoiceField
          label="Montrer"
          value={only}
          options={offered.map((name) => [name, FILTERS[name]])}
          onChoose={setOnly}
        />
      </div>
      {list.data === undefined ? (
        <NotLoaded query={list} failed="La liste n’a pas pu être lue" />
      ) : (
        <>
          <p className="kit-fact" role="status">
            {countOf(list.data.pages[0]?.total ?? 0, 'texte')}
          </p>
          <ol className="import-texts">
            {once(
              list.data.pages.flatMap(({ texts }) => texts),
              ({ sourceId }) => sourceId,
            ).map((text) => (
              <TextRow key={text.sourceId} text={text} />
            ))}
          </ol>
        </>
      )}
      <MoreButton query={list}>Montrer la suite</MoreButton>
    </section>
  );
}

function TextRow({ text }: { readonly text: PlannedText }): ReactNode {
  const { title, type, state, published, category, fate, oldAddress, address, notes, pictures, comments } =
    text;
  const facts = [
    type === 'page' ? 'Page' : TEXT_STATES[state],
    type === 'page' && state !== 'published' ? TEXT_STATES[state] : '',
    published === null ? '' : longDate(published),
    category ?? '',
    pictures === 0 ? '' : countOf(pictures, 'image'),
    comments === 0 ? '' : countOf(comments, 'commentaire'),
    fate === 'new' ? '' : FATES[fate],
  ];
  return (
    <li>
      <p className="import-title">{title}</p>
      <p className="kit-fact">{facts.filter((fact) => fact !== '').join(' · ')}</p>
      <p className="import-address">{oldAddress === null ? address : `${oldAddress} → ${address}`}</p>
      {notes.length > 0 && (
        <ul className="import-list">
          {notes.map(({ kind, sentence }) => (
            <li key={kind}>{sentence}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
