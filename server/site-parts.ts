import type { Logger } from 'pino';
import type { ContentError } from '#content/model/errors.ts';
import type { LostObject, Trouble } from '#content/model/trouble.ts';
import type { OpenContent } from '#content/service/open-content.ts';
import type { PasswordWork } from './auth/passwords.ts';
import type { Env } from './env.ts';
import type { PageCache } from './pages/page-cache.ts';
import type { PageSources } from './pages/page-reads.ts';
import type { RenderAppPage, RenderPage } from './pages/site-renderer.ts';

/** What all that answers is made with; each part says which of it it needs. */
export interface SiteParts {
  readonly env: Env;
  readonly content: OpenContent;
  /** What pages are made from; its `origin` is the site's, without a final slash. */
  readonly sources: PageSources;
  readonly pageCache: PageCache;
  readonly render: RenderPage;
  readonly renderApp: RenderAppPage;
  /** The built programs: dist/server. */
  readonly programs: string;
  /** The built site: dist/web. */
  readonly distDir: string;
  /** The starter's content, in the shape of a live repository. */
  readonly starterFolder: string;
  /** Why nothing can be written into the repository, in French; null when all is well. */
  readonly readOnly: string | null;
  /** Why nothing may be written anywhere; null where DATA_DIR is ours. */
  readonly refusal: ContentError | null;
  /** What keeps the site from being as it should; none when all is well. */
  readonly troubles: () => readonly Trouble[];
  /** Objects that the repository lost, each with the file it was. */
  readonly lost: () => readonly LostObject[];
  /** How passwords are hashed where it is not in a thread, at the full cost, as in tests. */
  readonly passwordWork: PasswordWork | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly logger: Logger;
  /** Told to stop: nobody is kept waiting then. */
  readonly signal: AbortSignal;
}
