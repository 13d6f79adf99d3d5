import type { PostState } from '#content/contract/posts-operations.ts';
import type { FormState } from './form-state.ts';
import type { FormValues } from './form-values.ts';

/** What readers see of a text that is saved, or would see once it is, at `now`. */
function phaseOf(
  values: Pick<FormValues, 'isPublished' | 'published' | 'unpublishAt'>,
  now: number,
): PostState {
  if (!values.isPublished) return 'draft';
  if (values.unpublishAt !== '' && Date.parse(values.unpublishAt) <= now) return 'withdrawn';
  return values.published !== '' && Date.parse(values.published) > now ? 'scheduled' : 'published';
}

/** Whether what is saved goes to readers at once, or waits to be published. */
export type Publishing = 'by-saving' | 'apart';

interface Seen {
  readonly publishing: Publishing;
  readonly now: number;
}

/** What is said of the form's article: never of what is only typed. */
export function savedPhase({ base, live }: Pick<FormState, 'base' | 'live'>, seen: Seen): PostState {
  // What waits beside an article has a badge of its own; where all of it waits, it is what was saved last.
  const saved = seen.publishing === 'by-saving' ? live?.base.values : base.values;
  return saved === undefined ? 'draft' : phaseOf(saved, momentOf(live, seen.now));
}

/** Now, but not before what is published already: the server's clock says when, and ours is only near enough. */
function momentOf(live: FormState['live'], now: number): number {
  return live?.state === 'published' ? Math.max(now, Date.parse(live.base.values.published)) : now;
}

/** What a save of the form's text would change of that, in French; null when nothing. */
export function comingWords(state: Pick<FormState, 'base' | 'live' | 'values'>, seen: Seen): string | null {
  const coming = phaseOf(state.values, momentOf(state.live, seen.now));
  if (coming === savedPhase(state, seen)) return null;
  if (seen.publishing === 'by-saving') return COMING[coming];
  if (state.values.isPublished === state.base.values.isPublished) return null;
  if (state.values.isPublished) return 'Sera prêt à publier à l’enregistrement';
  return state.live?.base.values.isPublished === true
    ? 'Son retrait sera prêt à publier à l’enregistrement'
    : 'Ne sera plus à publier à l’enregistrement';
}

const COMING: Readonly<Record<PostState, string>> = {
  published: 'Sera publié à l’enregistrement',
  scheduled: 'Sera programmé à l’enregistrement',
  withdrawn: 'Sera retiré à l’enregistrement',
  draft: 'Sera dépublié à l’enregistrement',
};

/** What the button that saves says: what readers will have of it. */
export type SaveWord = 'Enregistrer' | 'Publier' | 'Mettre à jour' | 'Programmer' | 'Dépublier' | 'Retirer';

/** The word of a save; where publishing is apart, readers have nothing of one. */
export function saveWord(state: Pick<FormState, 'base' | 'live' | 'values'>, seen: Seen): SaveWord {
  return seen.publishing === 'apart' ? 'Enregistrer' : publishWord(state, seen.now);
}

/** The word of what brings the form's text to readers, or takes it from them. */
export function publishWord(state: Pick<FormState, 'base' | 'live' | 'values'>, now: number): SaveWord {
  const before = savedPhase(state, { publishing: 'by-saving', now });
  const coming = phaseOf(state.values, momentOf(state.live, now));
  switch (coming) {
    case 'published':
      return before === 'published' ? 'Mettre à jour' : 'Publier';
    case 'scheduled':
      return 'Programmer';
    case 'withdrawn':
      return before === 'withdrawn' ? 'Enregistrer' : 'Retirer';
    case 'draft':
      return before === 'draft' ? 'Enregistrer' : 'Dépublier';
  }
}
