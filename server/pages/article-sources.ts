import type { HistoryIndex } from '#content/history/history-index.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import { createRelatedPosts } from '#content/model/related-posts.ts';
import type { Background } from '#content/service/background.ts';
import {
  createKnownUpdates,
  createUpdatesReader,
  type UpdatesSources,
} from '#content/service/known-updates.ts';
import type { LiveContent } from '#content/service/live-content.ts';
import type { PageSources } from './page-reads.ts';

interface ArticleSourcesOptions extends Pick<PageSources, 'markdown'> {
  readonly workspace: UpdatesSources['workspace'];
  readonly history: Pick<HistoryIndex, 'at' | 'isReady'>;
  readonly snapshot: LiveContent['snapshot'];
  readonly background: Pick<Background, 'run'>;
  readonly onError: (error: unknown) => void;
}

/** What pages of articles tell beside the article itself: which others are close to it, what became of it since. */
export function createArticleSources(options: ArticleSourcesOptions) {
  const { workspace, history, markdown, snapshot, background, onError } = options;
  const read = createUpdatesReader({ workspace, markdown, index: history });
  const known = {
    ready: history.isReady,
    background,
    read: async (post: SnapshotPost) => {
      const current = snapshot();
      if (current === null) throw new Error('updates were asked for before there was content');
      return read(current, post);
    },
    onError,
  };
  return {
    related: createRelatedPosts(),
    updates: createKnownUpdates(known),
  };
}
