import { useMutation, useQueryClient } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import ImageOff from 'lucide-react/icons/image-off';
import ImagePlus from 'lucide-react/icons/image-plus';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import type { AdminImage } from '#content/contract/images-operations.ts';
import { sizeInWords } from '#content/contract/in-words.ts';
import { operations } from '#content/contract/operations.ts';
import { quoted } from '#content/model/french-spaces.ts';
import { apiQuery, useApiMutation, useApiQuery } from '../api/use-api.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { TextField } from '../kit/fields.tsx';
import { useTextForm } from '../kit/form-texts.ts';
import { EmptyState, NotLoaded } from '../kit/loading.tsx';
import { useImageUpload } from './upload.tsx';
import './images.css';
import { useAdmin, useIsPublishedApart, useNextExchange } from '../context.ts';
import { Badge } from '../kit/badge.tsx';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { Link } from '../navigation.tsx';
import { postPath } from '../sections.ts';
import { useCopy, useFailure } from '../toasts.tsx';

/** Every image of the repository: its size, where it is used, its name, its end. */
export function ImagesPanel(): ReactNode {
  const images = useApiQuery('listAdminImages', {});
  const upload = useImageUpload({ label: 'Images à envoyer', isForMany: true });
  return (
    <>
      <header className="panel-head">
        <h1>Images</h1>
        <div className="images-upload">
          {upload.parts}
          <Button variant="gold" isBusy={upload.isBusy} onClick={upload.choose}>
            <ImagePlus aria-hidden="true" size={18} />
            Ajouter des images
          </Button>
        </div>
      </header>
      {images.data === undefined && <NotLoaded query={images} failed="Les images n’ont pas pu être lues" />}
      {images.data !== undefined && <Gallery images={images.data} />}
    </>
  );
}

const SHOWN_AT_ONCE = 60;

function Gallery({ images }: { readonly images: readonly AdminImage[] }): ReactNode {
  const [search, setSearch] = useState('');
  const [isUnusedOnly, setUnusedOnly] = useState(false);
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const unused = images.filter(({ uses }) => uses.length === 0).length;
  const found = images.filter(
    (image) => folded(image.filename).includes(folded(search)) && (!isUnusedOnly || image.uses.length === 0),
  );
  if (images.length === 0) return <EmptyState title="Aucune image pour le moment" />;
  return (
    <>
      <search className="images-filters">
        <TextField
          label="Rechercher une image"
          isLabelUnseen
          type="search"
          placeholder="Rechercher une image"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Button aria-pressed={isUnusedOnly} onClick={() => setUnusedOnly(!isUnusedOnly)}>
          Inutilisées ({unused})
        </Button>
      </search>
      <p className="images-count" role="status">
        {countInWords(found)}
      </p>
      <ul className="images-grid">
        {found.slice(0, shown).map((image) => (
          <ImageCard key={image.id} image={image} />
        ))}
      </ul>
      {found.length > shown && (
        <Button onClick={() => setShown(shown + SHOWN_AT_ONCE)}>Afficher plus d’images</Button>
      )}
    </>
  );
}

function countInWords(images: readonly AdminImage[]): string {
  const bytes = images.reduce((sum, image) => sum + image.bytes, 0);
  if (images.length === 0) return 'Aucune image ne correspond';
  return `${images.length} image${images.length > 1 ? 's' : ''}, ${sizeInWords(bytes)}`;
}

/** As Encrier names images: without capitals, accents or spaces. Other programs keep them. */
function folded(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, '-');
}

const FAILED = "Impossible de supprimer l'image";

function ImageCard({ image }: { readonly image: AdminImage }): ReactNode {
  const [isRenaming, setRenaming] = useState(false);
  const toClipboard = useCopy();
  const isApart = useIsPublishedApart();
  const { client } = useAdmin();
  const queries = useQueryClient();
  const fail = useFailure();
  const deletion = useApiMutation('deleteImage', {
    said: { title: 'Image supprimée', description: image.filename },
    failed: FAILED,
  });
  const reading = useMutation({
    mutationFn: () => queries.query({ ...apiQuery(client, 'listAdminImages', {}), staleTime: 0 }),
  });

  /** Asks by what uses it now: what is shown may be of before another tab or program used it. */
  function remove(): void {
    reading.mutate(undefined, {
      onSuccess(images) {
        const now = images.find(({ id }) => id === image.id);
        if (now === undefined || !window.confirm(questionOf(now, isApart ? 'next-exchange' : 'at-once')))
          return;
        deletion.mutate({ id: image.id });
      },
      onError: (error) => fail(FAILED, error),
    });
  }

  function copy(): void {
    toClipboard(image.url, {
      said: { title: 'Adresse copiée', description: image.url },
      failed: 'Impossible de copier l’adresse',
    });
  }

  return (
    <li className="image-card">
      <Thumbnail image={image} />
      <div className="image-card-text">
        <p className="image-card-name" title={image.url}>
          {image.filename}
        </p>
        <p className="kit-fact">
          {image.width > 0 && `${image.width} × ${image.height} px, `}
          {sizeInWords(image.bytes)}
        </p>
        <Uses image={image} />
      </div>
      <div className="image-card-actions">
        <IconButton label={`Copier l’adresse de ${image.filename}`} onClick={copy}>
          <Copy aria-hidden="true" size={17} />
        </IconButton>
        <IconButton label={`Renommer ${image.filename}`} onClick={() => setRenaming(true)}>
          <Pencil aria-hidden="true" size={17} />
        </IconButton>
        <IconButton
          label={`Supprimer ${image.filename}`}
          variant="danger"
          isBusy={reading.isPending || deletion.isPending}
          onClick={remove}
        >
          <Trash2 aria-hidden="true" size={17} />
        </IconButton>
      </div>
      {isRenaming && <RenameDialog image={image} onClose={() => setRenaming(false)} />}
    </li>
  );
}

function questionOf({ filename, uses }: AdminImage, seen: 'at-once' | 'next-exchange'): string {
  if (uses.length === 0) return `Supprimer l’image ${quoted(filename)}\u00a0?`;
  const places = uses.map((use) => (use.kind === 'post' ? `– ${use.title}` : '– les réglages du site'));
  // On a desktop this does not wait for « Publier ».
  const when = seen === 'at-once' ? '' : ', et du site dès la prochaine synchronisation';
  return `${quoted(filename)} est utilisée\u00a0:\n${places.join('\n')}\n\nElle en sera retirée${when}. La supprimer\u00a0?`;
}

function Thumbnail({ image }: { readonly image: AdminImage }): ReactNode {
  const { thumbnail, width, height } = image;
  return (
    <div className="image-card-picture">
      {thumbnail === null ? (
        <>
          <ImageOff aria-hidden="true" size={28} />
          <span className="kit-fact">Illisible</span>
        </>
      ) : (
        <img src={thumbnail} alt="" loading="lazy" width={width} height={height} />
      )}
    </div>
  );
}

function Uses({ image: { uses } }: { readonly image: AdminImage }): ReactNode {
  if (uses.length === 0) return <Badge tone="waiting">Inutilisée</Badge>;
  return (
    <ul className="kit-fact image-card-uses" aria-label="Utilisée par">
      {uses.map((use) => (
        <li key={use.kind === 'post' ? use.id : 'site'}>
          {use.kind === 'post' ? <Link to={postPath(use.id)}>{use.title}</Link> : 'Réglages du site'}
        </li>
      ))}
    </ul>
  );
}

interface RenameDialogProps {
  readonly image: AdminImage;
  readonly onClose: () => void;
}

/** Asks for an image's new name; every article that shows it is mended in the same commit. */
function RenameDialog({ image, onClose }: RenameDialogProps): ReactNode {
  const whenSeen = useNextExchange();
  const rename = useApiMutation('renameImage', {
    said: ({ filename }) => ({ title: 'Image renommée', description: filename }),
  });
  const { form, field, fault, isBusy } = useTextForm({
    schema: operations.renameImage.input.omit({ id: true }),
    send: ({ name }) => rename.mutateAsync({ id: image.id, name }).then(onClose),
    failed: "Impossible de renommer l'image",
  });
  return (
    <Dialog
      title="Renommer l’image"
      description={`Les articles et les pages qui l’affichent sont mis à jour en même temps. ${whenSeen}`}
      onClose={onClose}
    >
      <form {...form} className="stack">
        <TextField
          label="Nom"
          maxLength={100}
          autoFocus
          required
          defaultValue={plainName(image.filename)}
          name="name"
          error={field('name').error ?? fault ?? undefined}
        />
        <DialogActions>
          <Button onClick={onClose}>Annuler</Button>
          <Button type="submit" variant="gold" isBusy={isBusy}>
            Renommer
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** A file's name without its ending and the digits of its content: « couverture-3f9a1c0b12de.jpg » → « couverture ». */
function plainName(filename: string): string {
  return filename.replace(/\.[a-z]+$/i, '').replace(/-[0-9a-f]{12}$/, '');
}
