import type { ReactNode } from 'react';
import type { FormStore } from '../post-form/form-store.ts';
import { useOutsideChange } from './use-outside-change.ts';

/** Tells who writes an article that another program changed its file. */
export function OutsideBanner({ form }: { readonly form: FormStore }): ReactNode {
  const change = useOutsideChange(form);
  if (change === 'none') return null;
  return (
    <p className="kept-banner" role="status">
      {change === 'changed'
        ? 'Un autre programme a changé cet article : votre prochain enregistrement réunira les deux textes.'
        : 'Un autre programme a changé cet article : voici son texte à jour.'}
    </p>
  );
}
