import type { ReactNode } from 'react';
import { Dialog, type DialogProps } from './dialog.tsx';
import { MissingSection } from './loading.tsx';

/** Stands where a dialog's code did not come. */
export function MissingDialog(props: Pick<DialogProps, 'title' | 'onClose'>): ReactNode {
  return (
    <Dialog {...props}>
      <MissingSection />
    </Dialog>
  );
}
