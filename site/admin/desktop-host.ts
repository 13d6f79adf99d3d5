import type { ReactNode } from 'react';
import type { ClientOf } from '#content/contract/client.ts';
import type { NewPost } from '#content/contract/fields.ts';
import type { OutsideCalls } from '#content/contract/outside.ts';
import type { PublishingCalls } from '#content/contract/publishing.ts';
import type { DraftPlace } from './draft-store/draft-store.ts';

/** What the admin is given by a program on the author's own machine, beside all that it is given on the web. */
export interface DesktopHost {
  /** Where what is typed is kept: on disk. */
  readonly drafts: DraftPlace;
  /** The tab « Cet ordinateur » of « Réglages ». */
  readonly machine: ReactNode;
  /** Readers see what was published, and sent: nothing that is saved goes to them by itself. */
  readonly publishing: ClientOf<PublishingCalls>;
  readonly site: SitePreview;
  /** What other programs do to the files of the articles. */
  readonly outside: ClientOf<OutsideCalls>;
}

/** The text of a form that is open; `id` is null while its article was never saved. */
interface ShownText {
  readonly id: string | null;
  readonly post: NewPost;
}

/** The site as readers will see it, in a window of its own. */
export interface SitePreview {
  readonly open: (width: 'wide' | 'phone') => Promise<unknown>;
  /** Puts the text of the open form there; null once no form is open. Rejects what could not be saved. */
  readonly show: (text: ShownText | null) => Promise<unknown>;
}
