import type { ReactElement, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MorePosts, type MorePostsProps } from '#site/ui/more-posts.tsx';
import { SearchBox, type SearchBoxProps } from '#site/ui/search-box.tsx';
import { Share, type ShareProps } from '#site/ui/share.tsx';

/**
 * A component that the browser can wake up alone (site/islands). It is rendered apart, since what React hydrates
 * differs from the static HTML around it.
 */
function island(name: string, component: ReactElement<object>): ReactNode {
  return (
    <div
      data-island={name}
      data-props={JSON.stringify(component.props)}
      dangerouslySetInnerHTML={{ __html: renderToString(component) }}
    />
  );
}

export function ShareIsland(props: ShareProps): ReactNode {
  return island('share', <Share {...props} />);
}

export function MorePostsIsland(props: MorePostsProps): ReactNode {
  return island('more-posts', <MorePosts {...props} />);
}

export function SearchBoxIsland(props: SearchBoxProps): ReactNode {
  return island('search-box', <SearchBox {...props} />);
}
