import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { isUnsharable, isWebAddress } from '#content/model/image.ts';
import { DEFAULT_CATEGORY } from '#content/model/post-fields.ts';
import type { Network } from '#content/model/site.ts';
import { NETWORK_NAMES } from '#site/ui/networks.tsx';
import { Tabs } from '../kit/tabs.tsx';
import type { FormValues } from './form-values.ts';
import { useImageSource, useSharedSource } from './use-text-images.ts';
import './social-cards.css';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import { postWords } from '#content/model/post-words.ts';
import { CARD_SIZE, CARD_TITLE } from '#content/model/social-card.ts';
import { useApiQuery } from '../api/use-api.ts';
import { useDebounced } from '../use-debounced.ts';
import './drawn-card.css';

const SHOWN: readonly Network[] = ['facebook', 'linkedin', 'x'];

/** What networks are told of an article (docs/product.md, Article metadata), from what the form holds. */
function sharedTexts(values: FormValues) {
  const title = values.socialTitle || values.title || `Titre ${postWords(values).of}`;
  return { title, description: values.socialDescription || values.excerpt || title };
}

/** The article as each network shows its link: an approximation, they change their minds often. */
export function SocialCards({ values }: { readonly values: FormValues }): ReactNode {
  const [network, setNetwork] = useState<Network>('facebook');
  const own = useSharedSource(values.ogImage);
  const cover = useSharedSource(values.coverImage);
  const source = own ?? cover;
  const picture = source === null ? <WithoutPicture values={values} /> : <img src={source} alt="" />;
  const texts = { ...sharedTexts(values), picture, site: siteName() };
  return (
    <div className="social-cards">
      <Tabs
        label="Aperçu sur les réseaux"
        current={network}
        onChange={setNetwork}
        tabs={SHOWN.map((name) => ({
          name,
          label: NETWORK_NAMES[name],
          content: <Card network={name} {...texts} />,
        }))}
      />
    </div>
  );
}

interface CardProps {
  readonly network: Network;
  readonly title: string;
  readonly description: string;
  readonly picture: ReactNode;
  readonly site: string;
}

/** What stands where nothing of ours can be shown: an image of another site, or the card that the site draws. */
function WithoutPicture({ values }: { readonly values: FormValues }): ReactNode {
  const isElsewhere = [values.ogImage, values.coverImage].some((address) => isShownFrom(address.trim()));
  if (isElsewhere) return <span>Image d’un autre site</span>;
  return (
    <DrawnCard
      title={values.title || `Titre ${postWords(values).of}`}
      category={values.isPage ? null : values.category.trim() || DEFAULT_CATEGORY}
    />
  );
}

function isShownFrom(address: string): boolean {
  return isWebAddress(address) && !isUnsharable(address);
}

function Card({ network, title, description, picture, site }: CardProps): ReactNode {
  return (
    <div className={`social-card social-card-${network}`}>
      <div className="social-card-image">
        {picture}
        {network === 'x' && <p className="social-card-over">{title}</p>}
      </div>
      {network === 'facebook' && (
        <div className="social-card-words">
          <p className="social-card-site">{site.toUpperCase()}</p>
          <p className="social-card-title">{title}</p>
          <p className="social-card-description">{description}</p>
        </div>
      )}
      {network === 'linkedin' && (
        <div className="social-card-words">
          <p className="social-card-title">{title}</p>
          <p className="social-card-site">{site}</p>
        </div>
      )}
      {network === 'x' && <p className="social-card-from">De {site}</p>}
    </div>
  );
}

/** The desktop's window has no site of its own. */
function siteName(): string {
  return window.location.protocol.startsWith('http') ? window.location.hostname : 'votre-site.fr';
}

interface DrawnCardProps {
  readonly title: string;
  /** Null of a page: what the owner does is there instead. */
  readonly category: string | null;
}

/** The picture that the site draws for an article that has none, in the same places and sizes (server/social-image). */
function DrawnCard({ title, category }: DrawnCardProps): ReactNode {
  const { brand, owner } = useApiQuery('getSite', {}).data?.site ?? {};
  const logo = useImageSource(brand?.logo ?? '', 240);
  const shown = frenchSpaces(useDebounced(title));
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (line.current !== null && shown !== '') fit(line.current);
  }, [shown]);
  return (
    <div className="drawn-card">
      <span className="drawn-card-rings" />
      <p className="drawn-card-category">{frenchSpaces(category ?? owner?.role ?? '')}</p>
      <p className="drawn-card-title" ref={line}>
        {shown}
      </p>
      <p className="drawn-card-brand">
        {logo === null ? <span className="drawn-card-rule" /> : <img src={logo} alt="" />}
        {frenchSpaces(brand?.name ?? '')}
      </p>
    </div>
  );
}

/** Gives a title the largest size that fits, as draw-card.ts does. */
function fit(line: HTMLElement): void {
  const { sizes, lineHeight, maxLines, maxHeight, width } = CARD_TITLE;
  for (const size of sizes) {
    line.style.fontSize = `${(size / CARD_SIZE.width) * 100}cqw`;
    const height = (line.scrollHeight * width) / line.clientWidth;
    if (height <= maxHeight && Math.round(height / (size * lineHeight)) <= maxLines) return;
  }
}
