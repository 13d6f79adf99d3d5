import type { ReactNode } from 'react';
import type { PostDifference } from '#content/contract/history-operations.ts';
import { useOperation } from '../use-operation.ts';

interface ImageChangesProps {
  readonly postId: string;
  readonly difference: PostDifference;
}

/** The images that are not the same in two versions, as they were; what left stands beside what came. */
export function ImageChanges({ postId, difference }: ImageChangesProps): ReactNode {
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
      <figcaption>
        {name}
        {address !== null && ` : ${address.slice(address.lastIndexOf('/') + 1)}`}
      </figcaption>
      {address === null ? <p>Aucune image</p> : <PastImage id={postId} commit={commit} address={address} />}
    </figure>
  );
}

interface PastImageProps {
  readonly id: string;
  readonly commit: string;
  readonly address: string;
}

function PastImage(asked: PastImageProps): ReactNode {
  const { data, error } = useOperation('getPastImage', asked);
  if (data?.picture != null) return <img src={data.picture} alt="" />;
  return <p>{data === undefined && error === null ? 'Chargement…' : 'Ne peut pas être montrée'}</p>;
}
