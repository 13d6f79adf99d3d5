import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { wordDifference } from '../conflict/word-difference.ts';
import { useAdmin } from '../context.tsx';
import { messageOf } from '../error-text.ts';
import { Button } from '../kit/button.tsx';
import { Loading } from '../kit/loading.tsx';
import { Link } from '../navigation.tsx';
import { postPath } from '../sections.ts';
import { useToast } from '../toasts.tsx';
import { useSettleOutside } from './use-outside.ts';

interface OutsideClashProps {
  readonly path: string;
  readonly reason: string;
  readonly onLeave: () => void;
}

/** A file that was changed in Encrier and by another program, at the same place: both texts, then the choice. */
export function OutsideClash({ path, reason, onLeave }: OutsideClashProps): ReactNode {
  const { desktop } = useAdmin();
  const settle = useSettleOutside();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const texts = useQuery({
    queryKey: ['outside-texts', path],
    queryFn: () => desktop?.outside.getOutsideTexts({ path }) ?? null,
    gcTime: 0,
  });

  async function choose(keep: 'file' | 'branch'): Promise<void> {
    setBusy(true);
    try {
      await settle(path, keep);
    } catch (error) {
      const description = messageOf(error, 'Ce choix n’a pas pu être enregistré');
      toast({ title: 'Erreur', description, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <li>
      <p className="outside-path">
        <code>{path}</code>
      </p>
      <p>{reason}</p>
      {texts.isPending && <Loading />}
      {texts.data && (
        <div className="outside-sides">
          <Side title="Dans Encrier" text={texts.data.branch} other={texts.data.file} />
          <Side title="Dans le fichier" text={texts.data.file} other={texts.data.branch} />
        </div>
      )}
      {texts.data?.postId && (
        <p onClickCapture={onLeave}>
          <Link to={postPath(texts.data.postId)}>Ouvrir l’article</Link>
        </p>
      )}
      <p className="outside-answers">
        <Button size="small" isBusy={isBusy} onClick={() => void choose('branch')}>
          Garder la version d’Encrier
        </Button>
        <Button size="small" isBusy={isBusy} onClick={() => void choose('file')}>
          Garder celle du fichier
        </Button>
      </p>
      <p className="outside-hint">
        Celle que vous ne gardez pas n’est pas perdue : la version d’Encrier reste dans l’historique de
        l’article, et celle du fichier dans le dépôt git, sous <code>refs/encrier/dropped/outside</code>.
      </p>
    </li>
  );
}

interface SideProps {
  readonly title: string;
  readonly text: string | null;
  readonly other: string | null;
}

/** One side; what the other does not have is underlined. */
function Side({ title, text, other }: SideProps): ReactNode {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {text === null ? (
        <p>
          <em>Pas de texte : un fichier supprimé, ou une image.</em>
        </p>
      ) : (
        <p className="outside-text" tabIndex={0}>
          {wordDifference(other ?? '', text).map((run, at) =>
            // Runs have no identity but their place.
            run.isNew ? <ins key={at}>{run.text}</ins> : <span key={at}>{run.text}</span>,
          )}
        </p>
      )}
    </section>
  );
}
