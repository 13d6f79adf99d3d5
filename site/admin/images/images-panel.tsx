import { ImagePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AdminImage } from '#content/contract/images-operations.ts';
import { useApiQuery } from '../api/use-api.ts';
import { sizeInWords } from '../in-words.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/fields.tsx';
import { EmptyState, NotLoaded } from '../kit/loading.tsx';
import { ImageCard } from './image-card.tsx';
import { useImageUpload } from './upload.tsx';
import './images.css';

/** Every image of the repository: its size, where it is used, its name, its end. */
export function ImagesPanel(): ReactNode {
  const images = useApiQuery('listAdminImages', {});
  const upload = useImageUpload({ label: 'Images à envoyer', isForMany: true });
  return (
    <>
      <header className="images-head">
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
    (image) => image.filename.includes(folded(search)) && (!isUnusedOnly || image.uses.length === 0),
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

/** As the names of images are: without capitals, accents or spaces. */
function folded(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, '-');
}
