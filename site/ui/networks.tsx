import type { ReactNode } from 'react';
import type { Network } from '#content/model/site.ts';

/** Two general networks and a professional one (docs/product.md, Sharing). Not NETWORKS of the model, which brings zod along. */
export const SHARE_NETWORKS: readonly Network[] = ['x', 'facebook', 'linkedin'];

export const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  x: 'X',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
};

const GLYPHS: Readonly<Record<Network, string>> = {
  x: 'M4 4h4.6l4 5.6L17.4 4H19.6l-6 7 6.6 9h-4.6l-4.3-6L6.1 20H3.9l6.4-7.5zM7.1 5.6 16.4 18.4h1L8.1 5.6z',
  facebook:
    'M13.7 20.5v-7.6h2.6l.4-3h-3V8c0-.9.3-1.4 1.5-1.4h1.6V3.9c-.3 0-1.2-.1-2.3-.1-2.3 0-3.9 1.4-3.9 3.9v2.2H8v3h2.6v7.6z',
  linkedin:
    'M5.3 9.3h2.9v10.2H5.3zM6.7 4.5a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4M10.3 9.3h2.8v1.4c.5-.9 1.5-1.7 3-1.7 2.5 0 3.6 1.5 3.6 4.3v6.2h-2.9v-5.6c0-1.5-.4-2.4-1.6-2.4-1.3 0-2 1-2 2.5v5.5h-2.9z',
};

/** The sign of a network; its name stands beside it for those who do not see it. */
export function NetworkGlyph({ network }: { readonly network: Network }): ReactNode {
  return (
    <svg className="glyph" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={GLYPHS[network]} fillRule="evenodd" />
    </svg>
  );
}

/** What is shared: docs/product.md, Sharing. */
export interface Shared {
  readonly title: string;
  readonly description: string;
  /** Absolute. */
  readonly url: string;
}

/** Where a network takes what is shared. Facebook and LinkedIn read the page themselves. */
export function shareAddress(network: Network, { title, url }: Shared): string {
  switch (network) {
    case 'x':
      return `https://x.com/intent/post?${new URLSearchParams({ text: title, url })}`;
    case 'facebook':
      return `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`;
    case 'linkedin':
      return `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`;
  }
}
