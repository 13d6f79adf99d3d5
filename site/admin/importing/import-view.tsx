import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import type { ImportState } from '#content/contract/import-operations.ts';
import { progressInWords } from '#content/contract/in-words.ts';
import { staleAfter } from '#content/contract/operations.ts';
import { invalidate, useApiMutation, useApiQuery } from '../api/use-api.ts';
import { Button } from '../kit/button.tsx';
import { NotLoaded } from '../kit/loading.tsx';
import { importName, isAtWork } from './import-words.ts';
import { PlanActions } from './plan-actions.tsx';
import { PlanView } from './plan-view.tsx';
import { ReportView } from './report-view.tsx';
import { ImportNow, ProgressLine } from './sending-view.tsx';

/** Somebody watches the bar. */
const LOOK_EVERY_MS = 700;

interface ImportViewProps {
  readonly id: string;
  readonly onLeave: () => void;
}

/** One import: what it does now, its plan, its report, and what can be done with it. */
export function ImportView({ id, onLeave }: ImportViewProps): ReactNode {
  const query = useApiQuery(
    'getImport',
    { id },
    { asksAgain: (answer) => (answer !== undefined && isAtWork(answer.state) ? LOOK_EVERY_MS : false) },
  );
  useListsAfterWork(query.data?.state);
  return (
    <div className="import">
      <div className="import-head">
        <h2>{query.data === undefined ? 'Import' : importName(query.data)}</h2>
        <Button size="small" variant="quiet" onClick={onLeave}>
          Tous les imports
        </Button>
      </div>
      {query.data === undefined ? (
        <NotLoaded query={query} failed="L’import n’a pas pu être lu" />
      ) : (
        <Standing shown={query.data} onLeave={onLeave} />
      )}
    </div>
  );
}

/** What an import did in the background is seen in the lists once it has ended. */
function useListsAfterWork(state: ImportState['state'] | undefined): void {
  const queries = useQueryClient();
  const before = useRef(state);
  useEffect(() => {
    const hasEnded = before.current !== undefined && isAtWork(before.current);
    before.current = state;
    if (hasEnded && state !== undefined && !isAtWork(state))
      invalidate(
        queries,
        staleAfter('startImport').filter((name) => name !== 'getImport'),
      );
  }, [queries, state]);
}

interface StandingProps extends Pick<ImportViewProps, 'onLeave'> {
  readonly shown: ImportState;
}

function Standing({ shown, onLeave }: StandingProps): ReactNode {
  const { state, plan } = shown;
  if (state === 'uploading' || state === 'refused') return <NotRead shown={shown} onLeave={onLeave} />;
  if (isAtWork(state))
    return (
      <>
        <AtWork shown={shown} />
        {plan !== null && state !== 'reading' && <PlanAgain id={shown.id} plan={plan} />}
      </>
    );
  if (plan === null) return null;
  if (state === 'planned')
    return (
      <>
        <PlanActions id={shown.id} plan={plan} />
        <PlanView id={shown.id} plan={plan} />
      </>
    );
  return (
    <>
      <ReportView shown={shown} plan={plan} />
      <PlanAgain id={shown.id} plan={plan} />
    </>
  );
}

/** The plan of what is written, or on its way: it was read before. */
function PlanAgain(props: ComponentProps<typeof PlanView>): ReactNode {
  return (
    <details className="import-more">
      <summary>Relire le plan</summary>
      <PlanView {...props} />
    </details>
  );
}

function AtWork({ shown: { id, state, progress } }: { readonly shown: ImportState }): ReactNode {
  const stop = useApiMutation('stopImport', { failed: 'L’import n’a pas pu être arrêté' });
  const { label, done, total } = progress ?? { label: 'En cours', done: 0, total: null };
  return (
    <ImportNow label="En cours">
      <ProgressLine label={label} done={done} total={total}>
        {progress !== null && progressInWords(progress)}
      </ProgressLine>
      <p className="kit-fact">
        {state === 'reading'
          ? 'Rien n’est encore écrit.'
          : 'Vous pouvez quitter cette page\u00a0: le travail continue, et se retrouve ici.'}
      </p>
      <div className="import-actions">
        <Button isBusy={stop.isPending} onClick={() => stop.mutate({ id })}>
          Arrêter
        </Button>
      </div>
    </ImportNow>
  );
}

/** Its files are here and were not read to the end, as somebody stopped that or the program ended; or they cannot be. */
function NotRead({ shown: { id, state, reason }, onLeave }: StandingProps): ReactNode {
  const read = useApiMutation('readImport', { failed: 'L’export n’a pas pu être lu' });
  const isRefused = state === 'refused';
  return (
    <ImportNow label={isRefused ? 'Refusé' : 'Lecture'}>
      <p role={isRefused ? 'alert' : undefined}>
        {reason ??
          (isRefused ? 'Cet export n’a pas pu être lu.' : 'La lecture de l’export n’est pas allée au bout.')}
      </p>
      {isRefused && <p className="kit-fact">Rien n’a été écrit.</p>}
      <div className="import-actions">
        {isRefused && (
          <Button variant="gold" onClick={onLeave}>
            Choisir un autre export
          </Button>
        )}
        <Button
          variant={isRefused ? 'plain' : 'gold'}
          isBusy={read.isPending}
          onClick={() => read.mutate({ id })}
        >
          {isRefused ? 'Lire de nouveau' : 'Lire l’export'}
        </Button>
      </div>
    </ImportNow>
  );
}
