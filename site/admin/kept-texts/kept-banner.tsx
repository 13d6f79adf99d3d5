import { type ReactNode, useState } from 'react';
import { Differences } from '../compare/sides.tsx';
import { momentInWords } from '../in-words.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import type { FormValues } from '../post-form/form-values.ts';
import type { KeptRecord } from './kept-record.ts';
import { mayGiveUp, UnreadTexts } from './unread-texts.tsx';
import type { KeptTextsState } from './use-kept-texts.ts';
import './kept-banner.css';
import { capitalized, postWords } from '#content/model/post-words.ts';

interface KeptBannerProps {
  readonly kept: KeptTextsState;
  /** What the form shows, to compare with. */
  readonly values: FormValues;
  /** What the form holds is on its way to be saved: until the answer no other text takes its place. */
  readonly isSaving: boolean;
}

/** Says what was kept of the article, and whether it goes on keeping. */
export function KeptBanner(props: KeptBannerProps): ReactNode {
  const { kept, values } = props;
  const [record] = kept.found;
  const words = postWords(values);
  return (
    <div className="kept-banners" aria-live="polite">
      {record !== undefined && <FoundText {...props} key={record.key} record={record} />}
      {kept.unread.length > 0 && (
        <section className="unsaved" aria-label="Texte gardé illisible">
          <div className="unsaved-lists">
            <UnreadTexts texts={kept.unread} place={kept.place} onDrop={kept.drop} />
          </div>
        </section>
      )}
      {kept.isOpenElsewhere && (
        <p className="kept-banner">
          {`${capitalized(words.this)} est aussi ouvert${words.e} dans un autre onglet\u00a0: chacun garde son texte, et les enregistrements seront fusionnés.`}
        </p>
      )}
      {kept.refusal !== null && <p className="kept-banner kept-banner-alert">{kept.refusal}</p>}
    </div>
  );
}

interface FoundTextProps extends KeptBannerProps {
  readonly record: KeptRecord;
}

function FoundText({ record, kept, values, isSaving }: FoundTextProps): ReactNode {
  const [isComparing, setComparing] = useState(false);
  const date = momentInWords(record.keptAt);
  const actions = (
    <>
      <Button size="small" variant="quiet" onClick={() => mayGiveUp() && kept.discard(record)}>
        Abandonner
      </Button>
      {!isComparing && (
        <Button size="small" onClick={() => setComparing(true)}>
          Comparer
        </Button>
      )}
      <Button size="small" variant="gold" isBusy={isSaving} onClick={() => kept.resume(record)}>
        Reprendre
      </Button>
    </>
  );
  return (
    <div className="kept-banner" role="region" aria-label="Texte retrouvé">
      <p>Un texte non enregistré du {date} a été retrouvé.</p>
      <div className="kept-banner-actions">{actions}</div>
      {isComparing && (
        <Dialog
          title="Texte retrouvé"
          description={`Gardé par ${kept.place.keptBy} le ${date}. Ce qui est nouveau est souligné.`}
          width="wide"
          onClose={() => setComparing(false)}
        >
          <Differences before={values} after={record.values} />
          <DialogActions>{actions}</DialogActions>
        </Dialog>
      )}
    </div>
  );
}
