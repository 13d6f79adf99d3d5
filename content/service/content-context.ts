import type { HistoryIndex } from '#content/history/history-index.ts';
import type { ImageInfo } from '../model/image.ts';
import type { LostObject, Trouble } from '../model/trouble.ts';
import type { ImagePipeline } from './images/image-pipeline.ts';
import type { PostReferences } from './post-references.ts';
import type { StageOf } from './posts/post-table.ts';
import type { Publishing } from './waiting/pending-keeping.ts';
import type { Workspace } from './workspace.ts';

/** What the operations on content are made from, each from some of it. */
export interface ContentContext {
  readonly workspace: Workspace;
  readonly history: Pick<HistoryIndex, 'at' | 'withWaiting'>;
  readonly references: PostReferences;
  /** When what is saved reaches readers, and a picture with the text that is to show it. */
  readonly publishing: Publishing;
  /** The site's own, without a final slash: https://exemple.fr */
  readonly origin: string;
  /** The starter's content, in the shape of a live repository. */
  readonly starterFolder: string;
  /** What an image of the repository is; null when its bytes are none that is shown (image-info.ts). */
  readonly describe: (path: string, blobId: string) => Promise<ImageInfo | null>;
  /** Who decodes pictures. */
  readonly images: ImagePipeline;
  /** Who cleans those that are sent and imported, beside all who answer; `images` unless said otherwise. */
  readonly slowly?: Pick<ImagePipeline, 'clean'> | undefined;
  /** How far posts have come to readers; where publishing is apart from saving. */
  readonly stages?: (() => Promise<StageOf>) | undefined;
  /** What is wrong with the whole site, and what the repository lost; where somebody looks. */
  readonly troubles?: () => readonly Trouble[];
  readonly lost?: () => readonly LostObject[];
}

/** What the operations on posts need of it. */
export type PostsContext = Pick<ContentContext, 'workspace' | 'history' | 'references' | 'publishing'>;

/** What those on images do: with their texts, some only wait. */
export type ImagesContext = Pick<
  ContentContext,
  'workspace' | 'publishing' | 'describe' | 'references' | 'origin'
>;
