import { createContext, type Dispatch, type ReactNode, useContext, useState } from 'react';
import { FIRST_VIEW, type TableView } from './table-view.ts';

interface KeptView {
  readonly view: TableView;
  readonly setView: Dispatch<TableView>;
}

const KeptViewContext = createContext<KeptView | null>(null);

/** Keeps filters and order while another section is shown. */
export function KeptViewProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [view, setView] = useState(FIRST_VIEW);
  return <KeptViewContext value={{ view, setView }}>{children}</KeptViewContext>;
}

export function useKeptView(): KeptView {
  const kept = useContext(KeptViewContext);
  if (kept === null) throw new Error('useKeptView needs a KeptViewProvider above it.');
  return kept;
}
