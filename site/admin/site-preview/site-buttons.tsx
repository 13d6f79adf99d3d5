import { Monitor, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../kit/button.tsx';
import { useFailure } from '../toasts.tsx';
import type { SitePreview } from './site-preview.ts';

/** Opens the previewed site, as a computer or a phone shows it. */
export function SiteButtons({ site }: { readonly site: SitePreview }): ReactNode {
  const fail = useFailure();
  const open = (width: 'wide' | 'phone') => {
    site.open(width).catch((error: unknown) => fail('Le site n’a pas pu être montré', error));
  };
  return (
    <span className="admin-site-buttons">
      <Button size="small" onClick={() => open('wide')}>
        <Monitor aria-hidden="true" size={16} />
        Voir le site
      </Button>
      <IconButton label="Voir le site en largeur de téléphone" onClick={() => open('phone')}>
        <Smartphone aria-hidden="true" size={18} />
      </IconButton>
    </span>
  );
}
