import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  MAX_QUESTION_LENGTH,
  type SearchAnswer,
  searchAddress,
  searchAnswerSchema,
} from '#content/contract/search-operations.ts';
import { FRENCH } from './french.ts';
import { Sign } from './icons.tsx';
import { AllResults, SearchResults } from './search-results.tsx';
import { saidOf } from './search-words.ts';

export interface SearchBoxProps {
  /** What the page shows the results of; '' for none. */
  readonly question: string;
  readonly page: number;
}

/** Where the results are that the server wrote, which those of the box take the place of. */
export const SERVED_RESULTS = 'resultats_servis';

type Shown =
  /** Those of the page. */
  | { readonly kind: 'served' }
  | { readonly kind: 'found'; readonly answer: SearchAnswer }
  /** Nothing is asked. */
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly text: string; readonly isPreparing: boolean };

/** A form that leads to the page of results; with script it shows them below itself while the reader types. */
export function SearchBox({ question, page }: SearchBoxProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const { shown, ask } = useAnswers({ question, page });

  useEffect(() => {
    // Typed before React was there.
    ask(input.current?.value ?? '');
  }, [ask]);
  useEffect(() => {
    document.getElementById(SERVED_RESULTS)?.toggleAttribute('hidden', shown.kind !== 'served');
  }, [shown]);

  return (
    <div onKeyDown={(event) => moveBetween(event, input.current, results.current)}>
      <form className="search-form" role="search" action="/recherche">
        <Sign name="search" />
        <input
          ref={input}
          type="search"
          name="q"
          defaultValue={question}
          maxLength={MAX_QUESTION_LENGTH}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-label={FRENCH.searchLabel}
          placeholder={FRENCH.searchPlaceholder}
          required
          autoFocus={question === ''}
          onInput={(event) => ask(event.currentTarget.value)}
        />
        <button className="button button-gold" type="submit">
          {FRENCH.search}
        </button>
      </form>
      <p className="unseen" role="status">
        {shown.kind === 'found' ? saidOf(shown.answer) : null}
      </p>
      <div ref={results}>{shownResults(shown)}</div>
    </div>
  );
}

function shownResults(shown: Shown): ReactNode {
  if (shown.kind === 'served' || shown.kind === 'none') return null;
  if (shown.kind === 'failed')
    return (
      <p className="failure" role="alert">
        {shown.text}
      </p>
    );
  return <SearchResults answer={shown.answer} after={<AllResults answer={shown.answer} />} />;
}

/**
 * The answers to what is typed: one question is on its way at a time, and the last one typed meanwhile follows it, so that
 * no late answer takes the place of a newer one.
 */
function useAnswers(served: SearchBoxProps): {
  readonly shown: Shown;
  readonly ask: (typed: string) => void;
} {
  const [shown, setShown] = useState<Shown>({ kind: 'served' });
  const [ask] = useState(() => createAsking(served, setShown));
  return { shown, ask };
}

/** What is prepared is asked for again so much later, in milliseconds. */
const AGAIN_AFTER_MS = 2000;

function createAsking(served: SearchBoxProps, show: (shown: Shown) => void): (typed: string) => void {
  /** What the answer on the screen is to; null where there is none. */
  let answered: string | null = served.question;
  let wanted = served.question;
  let isAsking = false;
  let again: ReturnType<typeof setTimeout> | undefined;

  async function next(): Promise<void> {
    isAsking = true;
    clearTimeout(again);
    let asked = answered;
    let isPreparing = false;
    while (wanted !== asked) {
      asked = wanted;
      const answer = await shownFor(asked, served.question);
      if (asked === wanted) history.replaceState(null, '', addressOf(asked, served));
      show(answer);
      answered = answer.kind === 'failed' ? null : asked;
      isPreparing = answer.kind === 'failed' && answer.isPreparing;
    }
    isAsking = false;
    if (isPreparing) again = setTimeout(() => void next(), AGAIN_AFTER_MS);
  }

  return (typed) => {
    wanted = typed.trim();
    if (!isAsking) void next();
  };
}

/** Whoever types again what the page was asked is back at its page of results. */
function addressOf(asked: string, { question, page }: SearchBoxProps): string {
  return searchAddress(asked, asked === question ? page : 1);
}

async function shownFor(question: string, served: string): Promise<Shown> {
  if (question === served) return { kind: 'served' };
  if (question === '') return { kind: 'none' };
  try {
    const response = await fetch(`/api/search?${new URLSearchParams({ q: question })}`);
    if (response.status === 503) return { kind: 'failed', text: FRENCH.searchPreparing, isPreparing: true };
    if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
    return { kind: 'found', answer: searchAnswerSchema.parse(await response.json()) };
  } catch {
    return { kind: 'failed', text: FRENCH.searchFailed, isPreparing: false };
  }
}

/** Arrows go from the field to the results and between them; Escape goes back to the field. */
function moveBetween(
  event: KeyboardEvent,
  input: HTMLInputElement | null,
  results: HTMLElement | null,
): void {
  const links = [...(results?.querySelectorAll<HTMLElement>('.search-result-title a') ?? [])];
  const stops = input === null ? links : [input, ...links];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const to = event.key === 'ArrowDown' ? at + 1 : event.key === 'ArrowUp' ? at - 1 : -1;
  if (event.key === 'Escape' && at > 0) input?.focus();
  if (at === -1 || stops[to] === undefined) return;
  event.preventDefault();
  stops[to].focus();
}
