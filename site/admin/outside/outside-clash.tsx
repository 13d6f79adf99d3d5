import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ComparedSides } from '#content/contract/conflict.ts';
import { CompareFiles, type FileSides } from '../conflict/compare-files.tsx';
import { ConflictScreen } from '../conflict/conflict-screen.tsx';
import { useSettledPost } from '../conflict/use-settled-post.ts';
import { useAdmin } from '../context.ts';
import { messageOf } from '../error-text.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Loading } from '../kit/loading.tsx';
import { SIDES_KEY, useSettleOutside } from './use-outside.ts';

interface OutsideClashProps {
  readonly path: string;
  readonly reason: string;
  /** Settled, or left for later. */
  readonly onClose: () => void;
}

/** A file that was changed in Encrier and by another program, at the same place: both versions, then the choice. */
export function OutsideClash({ path, reason, onClose }: OutsideClashProps): ReactNode {
  const { outside } = useAdmin();
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: [SIDES_KEY, path],
    queryFn: () => outside?.getOutsideSides({ path }) ?? null,
    gcTime: 0,
  });
  if (data) return <Sides key={dataUpdatedAt} {...{ path, reason, onClose }} {...data} />;
  return (
    <Dialog title={path} onClose={onClose}>
      {error === null ? <Loading /> : <p>{messageOf(error, 'Ce fichier n’a pas pu être lu.')}</p>}
    </Dialog>
  );
}

interface SidesProps extends OutsideClashProps {
  /** What is in the file, by its blob id. */
  readonly file: string;
  readonly sides: ComparedSides | null;
}

function Sides({ sides, ...props }: SidesProps): ReactNode {
  return sides?.kind === 'post' ? (
    <ComparePosts {...props} sides={sides} />
  ) : (
    <CompareOutsideFiles {...props} sides={sides} />
  );
}

type Compared<Shown> = Omit<SidesProps, 'sides'> & { readonly sides: Shown };

/** Two versions of an article on the conflict screen; what the author makes of them is saved, and takes the file's place. */
function ComparePosts({
  path,
  file,
  sides,
  onClose,
}: Compared<Extract<ComparedSides, { kind: 'post' }>>): ReactNode {
  const [asked] = useState(sides);
  const queries = useQueryClient();
  const { settle } = useSettleOutside({ path, file, onSettled: onClose });
  const save = useSettledPost(asked, {
    onSaved: () => void settle('branch'),
    // What is there now is another text: both are shown anew.
    onRefused: () => void queries.invalidateQueries({ queryKey: [SIDES_KEY, path] }),
  });
  return <ConflictScreen origin="outside" conflict={asked.edit} onSettle={save} onLeave={onClose} />;
}

const WORDS = {
  ...{ ours: 'Version d’Encrier', theirs: 'Version du fichier' },
  ...{ keepOurs: 'Garder la version d’Encrier', keepTheirs: 'Garder celle du fichier' },
};
const NOT_LOST = 'La version que vous ne gardez pas reste dans le dépôt git de votre dossier.';

function CompareOutsideFiles({ path, reason, file, sides, onClose }: Compared<FileSides | null>): ReactNode {
  const { settle, isSettling } = useSettleOutside({ path, file, onSettled: onClose });
  return (
    <CompareFiles
      words={{ title: path, description: `${reason} ${NOT_LOST}`, ...WORDS }}
      sides={sides}
      isSettling={isSettling}
      onKeep={(side) => void settle(side === 'ours' ? 'branch' : 'file')}
      onClose={onClose}
    />
  );
}
