import { Fragment, type ReactNode } from 'react';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import type { ChangedPart, PostUpdate } from '#content/model/updates/post-updates.ts';
import { LongDate, longDate } from './dates.tsx';
import { FRENCH } from './french.ts';

/** Where « Mis à jour le … » leads. */
export const UPDATES_ID = 'ce_qui_a_change';

/** « Ce qui a changé »: what became of the article since it was published, the newest first. */
export function Updates({ updates }: { readonly updates: readonly PostUpdate[] }): ReactNode {
  if (updates.length === 0) return null;
  return (
    <section className="updates" id={UPDATES_ID} aria-labelledby="ce_qui_a_change_titre">
      <details>
        <summary>
          <h2 id="ce_qui_a_change_titre">{FRENCH.whatChanged}</h2>
          <span>{updates.length === 1 ? '1 mise à jour' : `${updates.length} mises à jour`}</span>
        </summary>
        <ol role="list">
          {updates.map((update) => (
            <li key={update.at}>
              <Update update={update} />
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}

function Update({ update }: { readonly update: PostUpdate }): ReactNode {
  const { at, notes, parts, formerTitle } = update;
  const words = updateWords(update);
  const isEmpty = formerTitle === null && parts?.length === 0;
  return (
    <>
      <p className="update-head">
        <LongDate instant={at} />
        {words === '' ? null : <span>{words}</span>}
      </p>
      {notes.map((note) => (
        <p key={note} className="update-note">
          {frenchSpaces(note)}
        </p>
      ))}
      {parts === null ? <p className="update-note">{FRENCH.changesTooLong}</p> : null}
      {parts === null || isEmpty ? null : (
        <details className="changes">
          <summary>
            {FRENCH.showPassages}
            <span className="unseen"> du {longDate(at)}</span>
          </summary>
          {formerTitle === null ? null : (
            <Change label={FRENCH.formerTitle} text={<del>{formerTitle}</del>} />
          )}
          {parts.map((part, index) => (
            <Change key={index} label={LABELS[part.kind]} text={<Passage part={part} />} />
          ))}
        </details>
      )}
    </>
  );
}

const LABELS: Readonly<Record<ChangedPart['kind'], string>> = {
  changed: 'Modifié',
  added: 'Ajouté',
  removed: 'Retiré',
};

function Change({ label, text }: { readonly label: string; readonly text: ReactNode }): ReactNode {
  return (
    <div className="change">
      <p className="change-kind">{label}</p>
      <p className="change-text">{text}</p>
    </div>
  );
}

function Passage({ part }: { readonly part: ChangedPart }): ReactNode {
  switch (part.kind) {
    case 'added':
      return <ins>{part.text}</ins>;
    case 'removed':
      return <del>{part.text}</del>;
    case 'changed':
      return part.runs.map(({ kind, text }, index) => {
        if (kind === 'kept') return <Fragment key={index}>{text}</Fragment>;
        const Mark = kind === 'added' ? 'ins' : 'del';
        return <Mark key={index}>{text}</Mark>;
      });
  }
}

type Counts = Pick<PostUpdate, 'changed' | 'added' | 'removed' | 'replacedImages' | 'formerTitle'>;

/** What an update did, in words: « Titre modifié, 2 paragraphes modifiés, 1 ajouté ». */
export function updateWords({ changed, added, removed, replacedImages, formerTitle }: Counts): string {
  const counted = [
    [changed, 'modifié'],
    [added, 'ajouté'],
    [removed, 'retiré'],
  ] as const;
  const paragraphs = counted
    .filter(([count]) => count > 0)
    .map(([count, done], index) => {
      const noun = index === 0 ? ` ${plural(count, 'paragraphe')}` : '';
      return `${count}${noun} ${plural(count, done)}`;
    });
  const images =
    replacedImages === 0
      ? []
      : [`${replacedImages} ${plural(replacedImages, 'image')} ${plural(replacedImages, 'remplacée')}`];
  return [...(formerTitle === null ? [] : ['Titre modifié']), ...paragraphs, ...images].join(', ');
}

function plural(count: number, word: string): string {
  return count > 1 ? `${word}s` : word;
}
