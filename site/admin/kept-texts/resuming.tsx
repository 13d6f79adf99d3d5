import { createContext, type ReactNode, useContext, useState } from 'react';

/** Hands the author's « Reprendre » from a list of texts to the form that opens by it. */
interface Resuming {
  /** The next form goes on with the text of this key, if that is one it finds. */
  readonly ask: (key: string) => void;
  /** What was asked for last, once. */
  readonly take: () => string | null;
}

const ResumingContext = createContext<Resuming | null>(null);

export function ResumingProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [resuming] = useState(createResuming);
  return <ResumingContext value={resuming}>{children}</ResumingContext>;
}

export function useResuming(): Resuming {
  const resuming = useContext(ResumingContext);
  if (resuming === null) throw new Error('useResuming needs a ResumingProvider above it.');
  return resuming;
}

function createResuming(): Resuming {
  let wanted: string | null = null;
  return {
    ask(key) {
      wanted = key;
    },
    take() {
      const key = wanted;
      wanted = null;
      return key;
    },
  };
}
