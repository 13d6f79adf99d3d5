import type { ReactNode } from 'react';
import type { LayoutData } from './layout-data.ts';
import { Picture } from './picture.tsx';

const LOGO_PLACES = [{ width: 28, unit: 'px' }] as const;

/** The brand's mark and name: its own logo, or the drawing of site/public/logo.svg. */
export function Brand({ brand }: { readonly brand: LayoutData['brand'] }): ReactNode {
  return (
    <>
      {brand.logo === null ? (
        <BrandMark />
      ) : (
        <Picture className="brand-mark" image={brand.logo} alt="" places={LOGO_PLACES} loading="eager" />
      )}
      <span>{brand.name}</span>
    </>
  );
}

function BrandMark(): ReactNode {
  return (
    <svg
      className="brand-mark"
      viewBox="0 0 64 64"
      width="28"
      height="28"
      aria-hidden="true"
      focusable="false"
    >
      <path className="brand-ring" d="M51.5 17.2A24 24 0 1 0 56 32" />
      <path className="brand-line" d="M15.5 30.5 25.5 40.5 51.5 17.2" />
      <circle cx="51.5" cy="17.2" r="4.6" />
    </svg>
  );
}
