import type { ReactNode } from 'react';

/** What is wrong with a list as a whole. */
export function ListFault({ fault }: { readonly fault: string | undefined }): ReactNode {
  return fault === undefined ? null : (
    <p className="kit-error" role="alert">
      {fault}
    </p>
  );
}
