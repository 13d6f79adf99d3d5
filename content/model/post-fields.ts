/** docs/product.md, Fields of an article. */
export const DEFAULT_CATEGORY = 'Business';

/**
 * What a field holds. Two sides that changed one are merged as one value, but for `tags`, which are merged as a set. A `name` is not
 * blanks alone. A `computed` text is made from the body where the file states none. Its file's name is the `slug`, what stands
 * below the front matter the `body`.
 */
type FieldKind = 'id' | 'slug' | 'body' | 'name' | 'text' | 'computed' | 'moment' | 'flag' | 'tags';

/** How long a text is best: its counter turns amber past `near` and red past `over`, in characters. It is still taken. */
export interface FieldLimit {
  readonly near: number;
  readonly over: number;
  /** What the check before publication calls a longer one; left out where it says nothing. */
  readonly finding?: string;
  /** Whether it is nowhere cut, but long to read; search engines and networks cut the others. */
  readonly isShownWhole?: true;
}

/** Where a field without a control of its own stands in the form. */
export interface FormPlace {
  readonly section: 'presentation' | 'cover' | 'dates' | 'social';
  /** Lines of its control; one when left out. */
  readonly lines?: number;
  readonly hint?: string;
  /** The field that readers are shown in its place while it is empty. */
  readonly standIn?: string;
}

interface FieldRow {
  readonly kind: FieldKind;
  /** Its name in the form. */
  readonly label: string;
  /** How a sentence about it begins. */
  readonly subject: string;
  /** The same of a sentence about a file, where that is not the subject and the key. */
  readonly inFile?: string;
  /** Whether there is no post without it: to create one it must be given, and it cannot be emptied. */
  readonly isNeeded?: true;
  /** What a post has where its file says nothing; else null, no tags, or false. */
  readonly byDefault?: string;
  readonly limit?: FieldLimit;
  /** Left out where the form has a control of its own for it (site/admin/post-form), or none. */
  readonly form?: FormPlace;
  /** Whether a version's value is shown where it differs, and whether it alone can be taken back. */
  readonly history: 'none' | 'shown' | 'restored';
  /** What a word in it counts for who searches; left out where it is not searched. */
  readonly search?: number;
  /** Whether it goes before the text where that is read without its page: in feeds, as Markdown. */
  readonly isLead?: true;
}

/**
 * The fields of a post, in the order in which a new file states them. Its schema, how its file, its calls and its form read and
 * write it, what is checked and searched of it, and how versions and sides of it are compared and merged are made from these
 * rows: to add a field, add its row, and show it where readers are to see it.
 */
export const POST_FIELDS = {
  /** The post's identity across renames. */
  id: { kind: 'id', label: 'Identifiant', subject: 'L’identifiant', history: 'none' },
  title: {
    kind: 'name',
    label: 'Titre',
    subject: 'Le titre',
    isNeeded: true,
    limit: { near: 60, over: 70, finding: 'long-title' },
    history: 'restored',
    search: 20,
  },
  subtitle: {
    kind: 'text',
    label: 'Sous-titre',
    subject: 'Le sous-titre',
    limit: { near: 140, over: 160, finding: 'long-subtitle', isShownWhole: true },
    form: { section: 'presentation', lines: 2 },
    history: 'restored',
    search: 8,
    isLead: true,
  },
  slug: {
    kind: 'slug',
    label: 'Slug (URL)',
    subject: 'L’adresse',
    isNeeded: true,
    history: 'restored',
  },
  /** Markdown; history compares it by paragraphs. */
  content: {
    kind: 'body',
    label: 'Contenu (Markdown)',
    subject: 'Le texte',
    isNeeded: true,
    history: 'none',
  },
  excerpt: {
    kind: 'text',
    label: 'Extrait',
    subject: 'L’extrait',
    byDefault: '',
    limit: { near: 260, over: 300 },
    form: { section: 'presentation', lines: 3 },
    history: 'restored',
    search: 5,
  },
  category: {
    kind: 'name',
    label: 'Catégorie',
    subject: 'La catégorie',
    byDefault: DEFAULT_CATEGORY,
    history: 'restored',
    search: 5,
  },
  tags: {
    kind: 'tags',
    label: 'Mots-clés',
    subject: 'Les étiquettes',
    history: 'restored',
    search: 8,
  },
  /** Null for a draft never published. */
  published: {
    kind: 'moment',
    label: 'Date de publication',
    subject: 'La date de publication',
    inFile: 'La date de publication',
    form: {
      section: 'dates',
      hint: 'Heure de Paris. Vide\u00a0: le moment de la publication. Une date à venir programme la publication.',
    },
    history: 'restored',
  },
  /** From then on the post is no longer public. */
  unpublishAt: {
    kind: 'moment',
    label: 'Retirer le',
    subject: 'La date de retrait',
    inFile: 'La date de retrait',
    form: { section: 'dates', hint: 'Heure de Paris. Vide\u00a0: rien n’est retiré.' },
    history: 'restored',
  },
  isPublished: {
    kind: 'flag',
    label: "Publier l'article",
    subject: 'La publication',
    inFile: 'Le champ isPublished',
    history: 'shown',
  },
  /** Of a page: whether the menu of the site leads to it. */
  menu: {
    kind: 'flag',
    label: 'Dans le menu',
    subject: 'La place dans le menu',
    inFile: 'Le champ menu',
    history: 'restored',
  },
  coverImage: {
    kind: 'text',
    label: 'Image de couverture',
    subject: 'L’image de couverture',
    history: 'restored',
  },
  coverImageAlt: {
    kind: 'text',
    label: 'Texte alternatif de la couverture',
    subject: 'Le texte de l’image',
    form: { section: 'cover', hint: 'Ce que l’image montre, pour ceux qui ne la voient pas.' },
    history: 'restored',
  },
  ogImage: {
    kind: 'text',
    label: 'Image pour les réseaux',
    subject: 'L’image de partage',
    history: 'restored',
  },
  socialTitle: {
    kind: 'text',
    label: 'Titre pour les réseaux',
    subject: 'Le titre pour les réseaux',
    inFile: 'Le titre de partage (socialTitle)',
    limit: { near: 60, over: 70, finding: 'long-social-title' },
    form: { section: 'social', standIn: 'title' },
    history: 'restored',
  },
  socialDescription: {
    kind: 'text',
    label: 'Description pour les réseaux',
    subject: 'La description pour les réseaux',
    inFile: 'Le texte de partage (socialDescription)',
    limit: { near: 140, over: 160, finding: 'long-social-description' },
    form: { section: 'social', lines: 3, standIn: 'excerpt' },
    history: 'restored',
  },
  /** Addresses of the site it came from: they lead to it once readers see it (docs/product.md, Importing). */
  formerAddresses: {
    kind: 'tags',
    label: 'Anciennes adresses',
    subject: 'Les anciennes adresses',
    history: 'none',
  },
  /** What feeds call it, where it was in those of another site: readers are not told of it again. */
  feedId: {
    kind: 'text',
    label: 'Identifiant dans les flux',
    subject: 'L’identifiant dans les flux',
    history: 'none',
  },
  /** What it was made from: the system, the site, the id it has there, and digests of both (content/service/importing/provenance.ts). */
  importedFrom: {
    kind: 'text',
    label: 'Provenance',
    subject: 'La provenance',
    history: 'none',
  },
  readTime: {
    kind: 'computed',
    label: 'Temps de lecture',
    subject: 'Le temps de lecture',
    history: 'restored',
  },
} as const satisfies Readonly<Record<string, FieldRow>>;

type Rows = typeof POST_FIELDS;
export type PostField = keyof Rows;

/** The fields whose rows say this. */
export type FieldsWith<Said> = { [Field in PostField]: Rows[Field] extends Said ? Field : never }[PostField];

/** What a field of a post holds, once what its file leaves out is filled in. */
export type ValueOf<Field extends PostField> = Rows[Field] extends { kind: 'flag' }
  ? boolean
  : Rows[Field] extends { kind: 'tags' }
    ? string[]
    : Rows[Field] extends { kind: 'moment' } | { kind: 'text'; byDefault?: never }
      ? string | null
      : string;

/** The row of a field, of whichever kind it is. */
export function fieldRow(field: PostField): FieldRow {
  return POST_FIELDS[field];
}

/** In the order of the rows. */
export const ALL_FIELDS = Object.keys(POST_FIELDS) as readonly PostField[];

/** An object with what is made for each of these fields. */
export function mapFields<Field extends PostField, Value>(
  fields: readonly Field[],
  make: (field: Field) => Value,
): Readonly<Record<Field, Value>> {
  // Every field has its entry.
  return Object.fromEntries(fields.map((field) => [field, make(field)])) as Record<Field, Value>;
}

type SearchedField = FieldsWith<{ search: number }>;
export const SEARCHED_FIELDS = ALL_FIELDS.filter(
  (field): field is SearchedField => fieldRow(field).search !== undefined,
);

/** What can be found of a post beside its text. */
export type SearchedTexts = { readonly [Field in SearchedField]: ValueOf<Field> };

export function searchedTexts(post: SearchedTexts): SearchedTexts {
  return mapFields(SEARCHED_FIELDS, (field) => post[field]) as SearchedTexts; // Each field's own value.
}

/** What a post has of a field that nothing is said of; '' where there must be something. */
export function valueUnsaid(field: PostField): string | boolean | string[] | null {
  const { kind, byDefault = null } = fieldRow(field);
  if (kind === 'text' || kind === 'moment') return byDefault;
  if (kind === 'flag') return false;
  return kind === 'tags' ? [] : (byDefault ?? '');
}

export type FrontMatterField = Exclude<PostField, 'slug' | 'content'>;
export const FRONT_MATTER_FIELDS = ALL_FIELDS.filter((field) => field !== 'slug' && field !== 'content');
