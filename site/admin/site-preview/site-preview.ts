import type { NewPost } from '#content/contract/fields.ts';

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
