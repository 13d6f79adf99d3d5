import { type ReactNode, useState } from 'react';
import { countOf } from '#content/contract/in-words.ts';
import { frenchSpaces, quoted } from '#content/model/french-spaces.ts';
import { Differences } from '../compare/sides.tsx';
import { momentInWords } from '../in-words.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { useNavigation } from '../navigation.tsx';
import { PATHS, postPath } from '../sections.ts';
import { useFailure } from '../toasts.tsx';
import { type KeptRecord, NEW_SUBJECT } from './kept-record.ts';
import { mayGiveUp, UnreadTexts } from './unread-texts.tsx';
import { type UnsavedText, useUnsavedTexts } from './unsaved-texts.ts';
import './unsaved-notice.css';
import { capitalized, postWords } from '#content/model/post-words.ts';

/** Leads from the list of articles to what was typed and not saved; nothing when all of it is. */
export function UnsavedNotice(): ReactNode {
  const { texts, unread, place, discard, drop } = useUnsavedTexts();
  const [seen, setSeen] = useState<UnsavedText | null>(null);
  const resume = useResume();
  const fail = useFailure();

  async function giveUp(removing: () => Promise<void>): Promise<void> {
    setSeen(null);
    try {
      await removing();
    } catch (error) {
      fail('Ce texte n’a pas pu être abandonné', error);
    }
  }

  if (texts.length + unread.length === 0) return null;
  return (
    <section className="unsaved" aria-labelledby="unsaved_title">
      <h2 id="unsaved_title">
        {countOf(texts.length + unread.length, 'texte non enregistré', 'textes non enregistrés')}
        {'\u00a0'}:
      </h2>
      <div className="unsaved-lists">
        {texts.length > 0 && (
          <ul>
            {texts.map((text) => (
              <li key={text.record.key}>
                <UnsavedLine text={text} onSee={() => setSeen(text)} onResume={() => resume(text.record)} />
              </li>
            ))}
          </ul>
        )}
        <UnreadTexts texts={unread} place={place} onDrop={(text) => void giveUp(() => drop(text))} />
      </div>
      {seen !== null && (
        <Dialog
          title={titleOf(seen)}
          description={`Gardé par ${place.keptBy}, ${momentInWords(seen.record.keptAt)}. Ce qui est nouveau est souligné.`}
          width="wide"
          onClose={() => setSeen(null)}
        >
          <Differences before={seen.now ?? seen.record.base.values} after={seen.record.values} />
          {seen.now === null && <p>{outOfReach(seen)}</p>}
          <DialogActions>
            <Button onClick={() => mayGiveUp() && void giveUp(() => discard(seen.record))}>Abandonner</Button>
            {seen.now !== null && (
              <Button variant="gold" onClick={() => resume(seen.record)}>
                Reprendre
              </Button>
            )}
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
}

function outOfReach({ record }: UnsavedText): string {
  const { this: this_, e, it, them } = postWords(record.values);
  return frenchSpaces(
    `${capitalized(this_)} ne peut pas être ouvert${e}\u00a0: si ${it} est dans la corbeille, rétablissez-${them} pour reprendre ce texte.`,
  );
}

interface UnsavedLineProps {
  readonly text: UnsavedText;
  readonly onSee: () => void;
  readonly onResume: () => void;
}

function UnsavedLine({ text, onSee, onResume }: UnsavedLineProps): ReactNode {
  const title = titleOf(text);
  return (
    <>
      <p>
        <span className="unsaved-title">{title}</span>{' '}
        <span className="kit-fact">{momentInWords(text.record.keptAt)}</span>
      </p>
      <div className="unsaved-actions">
        <Button size="small" variant="quiet" aria-label={`Voir ${title}`} onClick={onSee}>
          Voir
        </Button>
        {text.now !== null && (
          <Button size="small" aria-label={`Reprendre ${title}`} onClick={onResume}>
            Reprendre
          </Button>
        )}
      </div>
    </>
  );
}

/** Opens the article of a text, to go on with it at once. */
function useResume(): (record: KeptRecord) => void {
  const { go } = useNavigation();
  return ({ key, subject, values }) => {
    const anew = values.isPage ? PATHS.newPage : PATHS.newPost;
    go(subject === NEW_SUBJECT ? anew : postPath(subject), key);
  };
}

function titleOf({ record }: UnsavedText): string {
  const { title } = record.values;
  const { one } = postWords(record.values);
  return frenchSpaces(title.trim() === '' ? `${capitalized(one)} sans titre` : quoted(title.trim()));
}
