import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { type ReactNode, useState } from 'react';
import {
  type PostDifference,
  RESTORABLE_FIELDS,
  type RestorableField,
} from '#content/contract/history-operations.ts';
import { wordRuns } from '#content/model/difference/word-difference.ts';
import { type OfKind, postWords } from '#content/model/post-words.ts';
import { useApiQuery } from '../api/use-api.ts';
import { markWords } from '../compare/marked-words.ts';
import { valueInWords, Words } from '../compare/sides.tsx';
import { twoMomentsInWords } from '../in-words.ts';
import { Button } from '../kit/button.tsx';
import { NotLoaded } from '../kit/loading.tsx';
import { fieldLabel } from '../post-form/form-values.ts';
import { renderedSource, ShownProse } from '../prose/prose.tsx';
import type { Restored } from './use-restoring.ts';

interface DifferenceViewProps {
  readonly postId: string;
  readonly post: OfKind;
  readonly from: string;
  readonly to: string;
  /** Whether `to` is the article as it is now: only then can one of its paragraphs be taken back. */
  readonly isNow: boolean;
  readonly onRestore: (wanted: Restored) => void;
  readonly isBusy: boolean;
}

/** What differs between two versions, and the ways back to the older one. */
export function DifferenceView({ postId, from, to, ...restoring }: DifferenceViewProps): ReactNode {
  const asked = useApiQuery('getPostDifference', { id: postId, from, to });
  if (asked.data === undefined)
    return <NotLoaded query={asked} failed="Les deux versions n’ont pas pu être comparées" />;
  return <Difference key={`${from} ${to}`} postId={postId} difference={asked.data} {...restoring} />;
}

interface DifferenceProps extends Omit<DifferenceViewProps, 'from' | 'to'> {
  readonly difference: PostDifference;
}

function Difference({ postId, post, difference, isNow, onRestore, isBusy }: DifferenceProps): ReactNode {
  const { from, to, fields, body, images, isWhole, isRestorable } = difference;
  const [fromWhen, toWhen] = twoMomentsInWords(from.at, to.at);
  const { commit } = from;
  const takeBack = (paragraph: number): void => onRestore({ commit, part: 'paragraph', paragraph });
  return (
    <section className="history-difference" aria-label="Différences">
      <header>
        <h2>
          Du {fromWhen} au {toWhen}
        </h2>
        {isRestorable && (
          <div className="history-restore">
            <Button
              size="small"
              variant="gold"
              isBusy={isBusy}
              onClick={() => onRestore({ commit, part: 'all' })}
            >
              <RotateCcw aria-hidden="true" size={16} />
              Rétablir la version du {fromWhen}
            </Button>
          </div>
        )}
      </header>
      <p className="kit-fact">
        <ins>Souligné</ins>&nbsp;: ajouté. <del>Barré</del>&nbsp;: supprimé.
      </p>
      {!isWhole && (
        <p>
          {isRestorable ? 'La version la plus récente' : 'La version la plus ancienne'} ne peut pas être lue
          comme {postWords(post).a}&nbsp;: seul son texte est comparé
          {isRestorable ? '.' : ', et rien n’en est rétabli.'}
        </p>
      )}
      {fields.length > 0 && (
        <FieldChanges
          post={post}
          changes={fields}
          isBusy={isBusy}
          onRestore={(field) => onRestore({ commit, part: field })}
        />
      )}
      <TextParts parts={body} onRestore={isNow && isRestorable ? takeBack : null} isBusy={isBusy} />
      {images.length > 0 && <ImageChanges postId={postId} difference={difference} />}
    </section>
  );
}

type Change = PostDifference['fields'][number];

interface FieldChangesProps {
  readonly post: OfKind;
  readonly changes: readonly Change[];
  readonly onRestore: (field: RestorableField) => void;
  readonly isBusy: boolean;
}

/** The fields that differ, before and after in one. */
function FieldChanges({ post, changes, onRestore, isBusy }: FieldChangesProps): ReactNode {
  return (
    <dl className="history-fields">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="kit-fact">{fieldLabel(field, post)}</dt>
          <dd>
            <p>
              <Words runs={wordRuns(valueInWords(field, before, post), valueInWords(field, after, post))} />
            </p>
            {isRestorable(field) && (
              <Button size="small" variant="quiet" isBusy={isBusy} onClick={() => onRestore(field)}>
                <RotateCcw aria-hidden="true" size={16} />
                Rétablir<span className="unseen"> {fieldLabel(field, post)}</span>
              </Button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function isRestorable(field: Change['field']): field is RestorableField {
  return RESTORABLE_FIELDS.some((name) => name === field);
}

interface ImageChangesProps {
  readonly postId: string;
  readonly difference: PostDifference;
}

/** The images that are not the same in two versions, as they were; what left stands beside what came. */
function ImageChanges({ postId, difference }: ImageChangesProps): ReactNode {
  const { from, to, images } = difference;
  return (
    <section className="history-images" aria-label="Images">
      <h3>Images</h3>
      <ul>
        {sideBySide(images).map(([before, after]) => (
          <li key={`${before} ${after}`}>
            <Figure name="Avant" postId={postId} commit={from.commit} address={before} />
            <Figure name="Après" postId={postId} commit={to.commit} address={after} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type Pair = readonly [before: string | null, after: string | null];

function sideBySide(images: PostDifference['images']): readonly Pair[] {
  const both = images.filter(({ before, after }) => before !== null && after !== null);
  const gone = images.filter(({ after }) => after === null);
  const come = images.filter(({ before }) => before === null);
  return [
    ...both.map(({ address }): Pair => [address, address]),
    ...gone.map(({ address }, at): Pair => [address, come[at]?.address ?? null]),
    ...come.slice(gone.length).map(({ address }): Pair => [null, address]),
  ];
}

interface FigureProps {
  readonly name: string;
  readonly postId: string;
  readonly commit: string;
  readonly address: string | null;
}

function Figure({ name, postId, commit, address }: FigureProps): ReactNode {
  return (
    <figure>
      <figcaption className="kit-fact">
        {name}
        {address !== null && `\u00a0: ${address.slice(address.lastIndexOf('/') + 1)}`}
      </figcaption>
      {address === null ? (
        <p className="kit-fact">Aucune image</p>
      ) : (
        <PastImage id={postId} commit={commit} address={address} />
      )}
    </figure>
  );
}

interface PastImageProps {
  readonly id: string;
  readonly commit: string;
  readonly address: string;
}

function PastImage(asked: PastImageProps): ReactNode {
  const { data, error } = useApiQuery('getPastImage', asked);
  if (data?.picture != null) return <img src={data.picture} alt="" />;
  return (
    <p className="kit-fact">
      {data === undefined && error === null ? 'Chargement…' : 'Ne peut pas être montrée'}
    </p>
  );
}

type Part = PostDifference['body'][number];

interface TextPartsProps {
  readonly parts: readonly Part[];
  /** Takes the part with this number back; null where it cannot be: readers have another text now. */
  readonly onRestore: ((part: number) => void) | null;
  readonly isBusy: boolean;
}

/** What changed of a text, in the order of reading; what did not is only counted. */
function TextParts({ parts, onRestore, isBusy }: TextPartsProps): ReactNode {
  if (parts.every((part) => part.kind === 'kept' || isBlank(part)))
    return <p className="kit-fact">Le texte est le même.</p>;
  return (
    <ol className="history-parts">
      {stretches(parts).map(({ start, kept, part }) => (
        <li key={start}>
          {part === null ? (
            <p className="kit-fact history-kept">
              {kept === 1 ? 'Un paragraphe inchangé' : `${kept} paragraphes inchangés`}
            </p>
          ) : (
            <article className={`history-part history-part-${part.kind}`} aria-label={NAMES[part.kind]}>
              <header>
                <span>{NAMES[part.kind]}</span>
                {onRestore !== null && (
                  <Button size="small" variant="quiet" isBusy={isBusy} onClick={() => onRestore(start)}>
                    <RotateCcw aria-hidden="true" size={16} />
                    {UNDO[part.kind]}
                  </Button>
                )}
              </header>
              <RenderedPart part={part} />
            </article>
          )}
        </li>
      ))}
    </ol>
  );
}

const NAMES = {
  kept: 'Paragraphe inchangé',
  added: 'Paragraphe ajouté',
  removed: 'Paragraphe supprimé',
  changed: 'Paragraphe modifié',
} as const;

const UNDO = {
  kept: '',
  added: 'Enlever ce paragraphe',
  removed: 'Remettre ce paragraphe',
  changed: 'Rétablir ce paragraphe',
} as const;

interface Stretch {
  /** The number of its first part. */
  readonly start: number;
  /** Parts that are the same, when there is no changed one. */
  readonly kept: number;
  readonly part: Part | null;
}

function stretches(parts: readonly Part[]): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const [start, part] of parts.entries()) {
    if (isBlank(part)) continue;
    const last = found.at(-1);
    if (part.kind !== 'kept') found.push({ start, kept: 0, part });
    else if (last?.part === null) found[found.length - 1] = { ...last, kept: last.kept + 1 };
    else found.push({ start, kept: 1, part: null });
  }
  return found;
}

/** The blank line above a text is a part of its own, of which nobody sees anything. */
function isBlank(part: Part): boolean {
  return part.kind !== 'changed' && part.text.trim() === '';
}

/** A paragraph as readers see it, its images apart as they were, what changed marked; the part it is given first is the one it shows. */
function RenderedPart({ part }: { readonly part: Part }): ReactNode {
  const [{ shown, isSameWords }] = useState(() => rendered(part, document));
  return (
    <>
      <ShownProse content={shown} />
      {isSameWords && part.kind === 'changed' && (
        <div className="history-form-only">
          <p>Les mots sont les mêmes&nbsp;: la mise en forme, un lien ou une image a changé.</p>
          <details>
            <summary>Voir le texte source</summary>
            <pre>
              <del>{part.before}</del>
            </pre>
            <pre>
              <ins>{part.after}</ins>
            </pre>
          </details>
        </div>
      )}
    </>
  );
}

function rendered(part: Part, page: Document) {
  if (part.kind === 'changed') {
    const [older, newer] = [renderedSource(part.before, page), renderedSource(part.after, page)];
    return { isSameWords: !markWords(older, newer), shown: newer };
  }
  const [empty, whole] = [page.createElement('div'), renderedSource(part.text, page)];
  if (part.kind === 'added') markWords(empty, whole);
  if (part.kind === 'removed') strike(whole);
  return { isSameWords: false, shown: whole };
}

/** A paragraph that is gone keeps its structure, every word of it struck. */
function strike(whole: Element): void {
  markWords(whole.ownerDocument.createElement('div'), whole);
  for (const added of whole.querySelectorAll('ins')) {
    const removed = whole.ownerDocument.createElement('del');
    removed.textContent = added.textContent;
    added.replaceWith(removed);
  }
}
