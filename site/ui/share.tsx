import { type MouseEvent, type ReactNode, useState } from 'react';
import { FRENCH } from './french.ts';
import { Sign } from './icons.tsx';
import { NETWORK_NAMES, NetworkGlyph, SHARE_NETWORKS, type Shared, shareAddress } from './networks.tsx';

type ShareVariant = 'default' | 'compact' | 'floating';
type ShareSize = 'sm' | 'md' | 'lg';
export interface ShareProps extends Shared {
  readonly variant: ShareVariant;
  readonly size: ShareSize;
}

/** docs/product.md, Sharing: each network opens in a popup of this size. */
const POPUP = 'popup,width=600,height=400';

/** Links that work without script; with it each opens a popup, and the address can be copied. */
export function Share({ variant, size, ...shared }: ShareProps): ReactNode {
  return (
    <div className={`share share-${variant} share-${size}`} role="group" aria-label={FRENCH.share}>
      {variant === 'default' ? (
        <span className="share-label" aria-hidden="true">
          {FRENCH.share}
        </span>
      ) : null}
      {SHARE_NETWORKS.map((network) => (
        <a
          key={network}
          className="share-button"
          href={shareAddress(network, shared)}
          target="_blank"
          rel="noopener"
          aria-label={`${FRENCH.shareOn} ${NETWORK_NAMES[network]}`}
          onClick={openPopup}
        >
          <NetworkGlyph network={network} />
          {variant === 'default' ? <span aria-hidden="true">{NETWORK_NAMES[network]}</span> : null}
        </a>
      ))}
      <CopyLink url={shared.url} />
    </div>
  );
}

function CopyLink({ url }: { readonly url: string }): ReactNode {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const said = { idle: '', copied: FRENCH.linkCopied, failed: FRENCH.copyFailed }[state];
  const copy = (): void => {
    copyText(url).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return (
    <>
      <button type="button" className="share-button needs-script" aria-label={FRENCH.copyLink} onClick={copy}>
        <Sign name={state === 'copied' ? 'check' : 'link'} />
      </button>
      <span className="share-said" role="status">
        {said}
      </span>
    </>
  );
}

/** Rejects where there is no clipboard: a page served without https, a refused permission. */
async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** When the browser refuses the popup, the link opens its tab as it does without script. */
function openPopup(event: MouseEvent<HTMLAnchorElement>): void {
  const popup = window.open(event.currentTarget.href, '_blank', POPUP);
  if (popup === null) return;
  popup.opener = null;
  event.preventDefault();
}
