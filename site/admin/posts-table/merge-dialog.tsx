import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { OperationError } from '#content/contract/client.ts';
import type { AdminPost } from '#content/contract/posts-operations.ts';
import { LISTS_CHANGED } from '#content/contract/stale.ts';
import { frenchSpaces, quoted } from '#content/model/french-spaces.ts';
import { postAddress } from '#content/model/paths.ts';
import { invalidate, useApiMutation, useApiQuery } from '../api/use-api.ts';
import { useNextExchange } from '../context.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { TextField } from '../kit/fields.tsx';
import { useFailure } from '../toasts.tsx';
import { useDebounced } from '../use-debounced.ts';
import './merge-dialog.css';
import { capitalized, postWords } from '#content/model/post-words.ts';

interface MergeDialogProps {
  readonly post: AdminPost;
  readonly onClose: () => void;
  readonly onMerged: () => void;
}

/** Articles to choose from at a time; a word of the title finds the others. */
const OFFERED = 6;

/** Deletes an article in favour of another one: its address, and the links of other articles, lead there from then on. */
export function MergeDialog({ post, onClose, onMerged }: MergeDialogProps): ReactNode {
  const [chosen, setChosen] = useState<string | null>(null);
  const words = postWords(post);
  const whenSeen = useNextExchange();
  const failed = `Impossible de fusionner les ${words.more}`;
  const remove = useApiMutation('deletePost', {
    said: {
      title: `${capitalized(words.more)} fusionné${words.e}s`,
      description: `${capitalized(words.the)} supprimé${words.e} reste dans la corbeille.`,
    },
    failed,
  });
  const queries = useQueryClient();
  const fail = useFailure();

  function refuse(error: unknown): void {
    if (!(error instanceof OperationError) || error.code !== 'conflict') return;
    // The list has an older one, and so has this dialog.
    invalidate(queries, LISTS_CHANGED);
    fail(`${failed}\u00a0: ${words.this} a changé entre-temps. Relisez-${words.them}, puis recommencez.`);
    onClose();
  }

  function merge(event: SubmitEvent): void {
    event.preventDefault();
    if (chosen === null) return;
    remove.mutate(
      { id: post.id, revision: post.revision, redirectTo: chosen },
      { onSuccess: onMerged, onError: refuse },
    );
  }

  return (
    <Dialog
      title={`Fusionner dans ${words.other}`}
      description={frenchSpaces(
        `${quoted(post.title)} ira à la corbeille. Son adresse, ${postAddress(post)}, et les liens de vos autres textes mèneront à ce que vous choisissez. Son texte n’est pas recopié. ${post.state === 'draft' ? '' : whenSeen}`,
      )}
      onClose={onClose}
    >
      <form className="stack" onSubmit={merge}>
        <HeirField
          except={post.id}
          label={`Rediriger vers ${words.other}`}
          value={chosen}
          onChange={setChosen}
        />
        <DialogActions>
          <Button onClick={onClose}>Annuler</Button>
          <Button type="submit" variant="gold" disabled={chosen === null} isBusy={remove.isPending}>
            Fusionner
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface HeirFieldProps {
  readonly label: string;
  /** The id of the post that cannot be chosen. */
  readonly except: string;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

function HeirField({ label, except, value, onChange }: HeirFieldProps): ReactNode {
  const [search, setSearch] = useState('');
  const asked = { search: useDebounced(search), state: 'published', limit: OFFERED + 1 } as const;
  const { data } = useApiQuery('getPostTable', asked, { keepsPrevious: true });
  const offered = data?.posts.filter(({ id }) => id !== except).slice(0, OFFERED) ?? [];

  function find(text: string): void {
    setSearch(text);
    onChange(null);
  }

  return (
    <>
      <TextField
        label={label}
        type="search"
        placeholder="Un mot du titre"
        autoComplete="off"
        value={search}
        onChange={({ target }) => find(target.value)}
      />
      <fieldset className="merge-choices">
        <legend className="unseen">Textes en ligne</legend>
        {offered.map((post) => (
          <label key={post.id}>
            <input type="radio" name="heir" checked={value === post.id} onChange={() => onChange(post.id)} />
            <span>
              {post.title} <small>{postAddress(post)}</small>
            </span>
          </label>
        ))}
        {data !== undefined && offered.length === 0 && (
          <p className="kit-hint" role="status">
            Aucun texte en ligne ne correspond.
          </p>
        )}
      </fieldset>
    </>
  );
}
