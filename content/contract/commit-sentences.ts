import { parisDate, parisYear } from '#content/model/paris-time.ts';
import { countKinds, type OfKind } from '#content/model/post-words.ts';
import { NOTE_TRAILER, type WaitingQuestion } from './commit-trailers.ts';

/** What a commit did to one post. `update` also says when a change of address came with it. */
export type PostActionKind =
  | 'create'
  | 'update'
  | 'move'
  | 'publish'
  | 'unpublish'
  | 'delete'
  | 'restore'
  | 'duplicate'
  | 'keep'
  | 'drop'
  | 'apply';

interface PostAction extends Published {
  readonly kind: PostActionKind;
  readonly post: { readonly id: string; readonly title: string };
  /** No news to readers (docs/design.md, The content repository). */
  readonly isMinor?: boolean;
  /** What its author tells readers about it; null when that is nothing. */
  readonly note?: string | null;
}

/** A post that a sentence counts, and names below. */
interface NamedPost extends OfKind {
  readonly id: string;
  readonly title: string;
}

/** Posts of another system that are taken up together. */
interface Imported {
  readonly kind: 'import-posts' | 'undo-import';
  readonly posts: readonly NamedPost[];
  readonly import: string;
  readonly isMinor: true;
}

/** The starter's articles, which nobody changed, for those of an import. */
interface StarterDeleted {
  readonly kind: 'delete-starter';
  readonly posts: readonly NamedPost[];
}

interface Published {
  /** The commit of the work branch whose texts become what readers see, or go with their post; null when that is none. */
  readonly publishes?: string | null;
}

/** Something of a post is again as it was in an older version. */
interface Reversion {
  readonly kind: 'revert';
  readonly post: { readonly id: string; readonly title: string };
  /** When that version was made, and now: milliseconds since 1970. */
  readonly versionAt: number;
  readonly now: number;
}

/** One of several posts that are published together; each is news to readers or is not. */
interface PublishedPost extends NamedPost {
  readonly isMinor: boolean;
  readonly note?: string | null;
}

/** What another program did to the files of a clone, taken up as it is. */
type TakenIn =
  | {
      readonly kind: 'take-in';
      readonly change: 'edit' | 'create' | 'delete' | 'move';
      readonly post: { readonly id: string; readonly title: string };
      /** What readers are to be told of the text that waited. */
      readonly note?: string | null;
    }
  | { readonly kind: 'take-in-file'; readonly name: string }
  | { readonly kind: 'take-in-files'; readonly count: number };

/** What one commit did. The sentence and the trailers are made from it, and from nothing else. */
export type CommitAction =
  | PostAction
  | Reversion
  | { readonly kind: 'add-image' | 'delete-image'; readonly name: string }
  | { readonly kind: 'rename-image'; readonly from: string; readonly to: string }
  | { readonly kind: 'delete-images' | 'mend-images'; readonly count: number }
  | { readonly kind: 'mend-links'; readonly from: string; readonly to: string }
  /** A post that is deleted in favour of another one, whose title is `into`. */
  | ({
      readonly kind: 'merge-post';
      readonly post: PostAction['post'];
      readonly into: string;
      readonly isMinor: true;
    } & Published)
  /** Posts that became what readers are to see, together. */
  | ({
      readonly kind: 'publish-posts';
      readonly posts: readonly PublishedPost[];
      readonly import?: string;
    } & Published)
  | Imported
  | StarterDeleted
  | { readonly kind: 'edit-site' | 'edit-capacity' }
  | { readonly kind: 'edit-redirects'; readonly resolves?: string }
  | { readonly kind: 'write-starter' }
  /** Two histories in one, what waits here and on another machine, or what is published into what waits; with the questions that it leaves. */
  | {
      readonly kind: 'merge' | 'merge-waiting' | 'bring-published';
      readonly questions: readonly string[];
    }
  /** Files that the remote does not take, out of what waits; `backup` is the ref that has them still. */
  | { readonly kind: 'leave-out'; readonly paths: readonly string[]; readonly backup: string }
  /** The answer to a question, which `resolves` names: the other side, or what is there already. */
  | { readonly kind: 'take-theirs' | 'answer'; readonly path: string; readonly resolves: string }
  | TakenIn
  | {
      readonly kind: 'restore-starter-post';
      readonly post: { readonly id: string; readonly title: string };
    };

/** Longest first line of a commit message, in characters: what programs show whole. */
const MAX_SUBJECT_LENGTH = 72;

const POST_VERBS: Readonly<Record<PostActionKind, string>> = {
  create: 'Créer',
  update: 'Modifier',
  move: 'Changer l’adresse de',
  publish: 'Publier',
  unpublish: 'Dépublier',
  delete: 'Supprimer',
  restore: 'Restaurer',
  duplicate: 'Dupliquer en',
  keep: 'Garder en attente',
  drop: 'Abandonner ce qui attend de',
  apply: 'Mettre à jour',
};

const TAKEN_IN: Readonly<Record<'edit' | 'create' | 'delete' | 'move', string>> = {
  edit: 'Reprendre les changements faits à',
  create: 'Reprendre l’ajout de',
  delete: 'Reprendre la suppression de',
  move: 'Reprendre le déplacement de',
};
const OUTSIDE = ' hors d’Encrier';

/**
 * The whole message of a commit: a French sentence of at most {@link MAX_SUBJECT_LENGTH} characters that an operator can
 * read, then trailers that a program can read. No text given can add a line, and so no trailer.
 */
export function commitMessage(action: CommitAction): string {
  return `${[subjectOf(action), ...listOf(action), trailersOf(action).join('\n')].join('\n\n')}\n`;
}

/** The message of a commit of the work branch, with what its texts were made from where that is no longer what is published. */
export function waitingMessage(message: string, questions: readonly WaitingQuestion[]): string {
  const asked = questions.filter(({ path }) => path === onOneLine(path)).map(questionTrailer);
  return `${[message.trimEnd(), 'Encrier-Waits: true', ...asked].join('\n')}\n`;
}

/** A path that no line can hold is left out: the text is then merged with what is published as if it were made from that. */
function questionTrailer({ post, id, path }: WaitingQuestion): string {
  return `Encrier-Question: ${onOneLine(post)} ${id} ${path}`;
}

function subjectOf(action: CommitAction): string {
  switch (action.kind) {
    case 'revert':
      return withQuoted(`Revenir à la version du ${dayInWords(action)} de`, action.post.title);
    case 'add-image':
      return withQuoted('Ajouter l’image', action.name);
    case 'delete-image':
      return withQuoted('Supprimer l’image', action.name);
    case 'rename-image':
      return withBoth('Renommer l’image', action);
    case 'delete-images':
      return `Supprimer ${counted(action.count, 'image')}`;
    case 'mend-images':
      return `Réparer ${action.count === 1 ? 'une adresse d’image' : `${action.count} adresses d’images`}`;
    case 'mend-links':
      return withBoth('Réparer les liens vers', action);
    case 'merge-post':
      return withBoth('Fusionner', { from: action.post.title, to: action.into }, 'dans');
    case 'publish-posts':
      return `Publier ${countedNames(action.posts)}`;
    case 'import-posts':
      return `Importer ${countedNames(action.posts)}`;
    case 'delete-starter':
      return `Supprimer ${countedNames(action.posts)} de départ`;
    case 'undo-import':
      return `Annuler l’import de ${countedNames(action.posts)}`.replace(' de un', ' d’un');
    case 'edit-site':
      return 'Modifier les textes du site';
    case 'edit-capacity':
      return 'Mettre à jour la disponibilité';
    case 'edit-redirects':
      return 'Modifier les redirections';
    case 'merge':
      return 'Fusionner avec le dépôt distant';
    case 'bring-published':
      return 'Reprendre ce qui est publié dans ce qui attend';
    case 'merge-waiting':
      return 'Réunir ce qui attend ici et ailleurs';
    case 'leave-out':
      return `Laisser de côté ${counted(action.paths.length, 'fichier', 'un')} que le dépôt distant refuse`;
    case 'take-theirs':
      return withQuoted('Prendre la version distante de', action.path);
    case 'answer':
      return withQuoted('Garder ce qui est en place de', action.path);
    case 'take-in':
      return withQuoted(TAKEN_IN[action.change], action.post.title, OUTSIDE);
    case 'take-in-file':
      return withQuoted(TAKEN_IN.edit, action.name, OUTSIDE);
    case 'take-in-files':
      return `Reprendre ${action.count} fichiers changés${OUTSIDE}`;
    case 'write-starter':
      return 'Écrire les articles de départ';
    case 'restore-starter-post':
      return withQuoted('Rétablir l’article de départ', action.post.title);
    default:
      return withQuoted(POST_VERBS[action.kind], action.post.title);
  }
}

/** What a sentence that counts is about, by name: a paragraph of its own, or none. */
function listOf(action: CommitAction): readonly string[] {
  if (!('posts' in action)) return [];
  return [action.posts.map(({ title }) => withQuoted('-', title)).join('\n')];
}

function trailersOf(action: CommitAction): readonly string[] {
  return [
    `Encrier-Action: ${action.kind}`,
    ...('post' in action ? [`Encrier-Post: ${onOneLine(action.post.id)}`] : []),
    ...('posts' in action ? action.posts.map(({ id }) => `Encrier-Post: ${onOneLine(id)}`) : []),
    ...('import' in action ? [`Encrier-Import: ${action.import}`] : []),
    ...('publishes' in action && action.publishes != null
      ? [`Encrier-From: ${onOneLine(action.publishes)}`]
      : []),
    ...('questions' in action ? action.questions.map((text) => `Encrier-Question: ${onOneLine(text)}`) : []),
    ...('backup' in action
      ? action.paths.map((path) => `Encrier-Left: ${action.backup} ${onOneLine(path)}`)
      : []),
    ...('resolves' in action ? [`Encrier-Settles: ${onOneLine(action.resolves)}`] : []),
    ...minorOf(action),
    ...notesOf(action),
  ];
}

/** `true` for all that the commit did, else the id of each post that is no news. */
function minorOf(action: CommitAction): readonly string[] {
  if ('isMinor' in action) return action.isMinor ? ['Encrier-Minor: true'] : [];
  if (action.kind !== 'publish-posts') return [];
  const minor = action.posts.filter(({ isMinor }) => isMinor);
  if (minor.length === action.posts.length) return ['Encrier-Minor: true'];
  return minor.map(({ id }) => `Encrier-Minor: ${onOneLine(id)}`);
}

/** For the readers of the one post; of several, each note says whose it is (commit-trailers.ts). */
function notesOf(action: CommitAction): readonly string[] {
  if ('note' in action) return noteTrailer('', action.note);
  if (action.kind !== 'publish-posts') return [];
  return action.posts.flatMap(({ id, note }) => noteTrailer(`${onOneLine(id)} `, note));
}

function noteTrailer(whose: string, note: string | null | undefined): readonly string[] {
  const line = onOneLine(note ?? '');
  return line === '' ? [] : [`${NOTE_TRAILER}: ${whose}${line}`];
}

function withQuoted(verb: string, text: string, end = ''): string {
  const room = MAX_SUBJECT_LENGTH - verb.length - 5 - end.length;
  return `${verb} «\u00a0${shortened(text, room)}\u00a0»${end}`;
}

/** Two names that share what room there is. */
function withBoth(
  verb: string,
  { from, to }: { readonly from: string; readonly to: string },
  between = 'en',
): string {
  const room = Math.floor(
    (MAX_SUBJECT_LENGTH - verb.length - between.length - ' «\u00a0\u00a0»  «\u00a0\u00a0»'.length) / 2,
  );
  return `${verb} «\u00a0${shortened(from, room)}\u00a0» ${between} «\u00a0${shortened(to, room)}\u00a0»`;
}

/** A day in Paris, with its year when it is not this one: « 1er mars », « 12 mars 2024 ». */
function dayInWords({ versionAt, now }: Pick<Reversion, 'versionAt' | 'now'>): string {
  const day = parisDate(versionAt).replace('\u00a0', ' ');
  return parisYear(versionAt) === parisYear(now) ? day.replace(/ \d+$/, '') : day;
}

function countedNames(posts: readonly OfKind[]): string {
  const { articles, pages } = countKinds(posts);
  return [
    ...(articles > 0 || pages === 0 ? [counted(articles, 'article', 'un')] : []),
    ...(pages > 0 ? [counted(pages, 'page')] : []),
  ].join(' et ');
}

function counted(count: number, noun: string, one = 'une'): string {
  return count === 1 ? `${one} ${noun}` : `${count} ${noun}s`;
}

/** At most `room` characters of a text, on one line, cut between two of what a reader takes for characters. */
function shortened(text: string, room: number): string {
  const line = onOneLine(text);
  if (line.length <= room) return line;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('fr').segment(line.slice(0, room + 20))) {
    if (kept.length + segment.length > room - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Without line ends, controls, marks that turn the direction of a text, or halves of characters. */
function onOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
