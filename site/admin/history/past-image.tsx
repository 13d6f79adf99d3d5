import type { ReactNode } from 'react';
import type { PostDifference } from '#content/contract/history-operations.ts';
import { useOperation } from '../use-operation.ts';

interface ImageChangesProps {
  readonly postId: string;
  readonly difference: PostDifference;
}

/** The images that are not the same in two versions, as they were. */
export function ImageChanges({ postId, difference }: ImageChangesProps): ReactNode {
  const { images, from, to } = difference;
  return (
    <ul className="history-images">
      {images.map(({ address, before, after }) => (
        <li key={address}>
          <p>{address.slice(address.lastIndexOf('/') + 1)}</p>
          <div>
            <figure>
              <figcaption>Avant</figcaption>
              {before === null ? (
                <p>Absente</p>
              ) : (
                <PastImage id={postId} commit={from.commit} address={address} />
              )}
            </figure>
            <figure>
              <figcaption>Après</figcaption>
              {after === null ? (
                <p>Absente</p>
              ) : (
                <PastImage id={postId} commit={to.commit} address={address} />
              )}
            </figure>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface PastImageProps {
  readonly id: string;
  readonly commit: string;
  readonly address: string;
}

function PastImage(asked: PastImageProps): ReactNode {
  const { data, error } = useOperation('getPastImage', asked);
  if (data?.picture != null) return <img src={data.picture} alt={asked.address} />;
  return <p>{data === undefined && error === null ? 'Chargement…' : 'Ne peut pas être montrée'}</p>;
}
