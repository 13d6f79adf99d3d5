import { useEffect } from 'react';

/** Says in the title of the window, before the site's name, what is shown; null leaves that to another. */
export function useWindowTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    const before = document.title;
    document.title = `${title} | ${before.replace(/^Administration \| /, '')}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
