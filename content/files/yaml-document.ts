import {
  type Alias,
  type Document,
  type ErrorCode,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml';

/** What is wrong in a YAML text, and where: a character offset. */
export interface YamlFault {
  readonly offset: number;
  readonly reason: string;
}

/** One field of the mapping at the top of a document. `name` is null when its key is not a text. */
interface YamlEntry {
  readonly name: string | null;
  readonly pair: Pair;
  readonly offset: number;
}

export interface YamlMapping {
  readonly kind: 'mapping';
  readonly document: Document.Parsed;
  readonly map: YAMLMap;
  readonly aliases: AliasTargets;
  readonly entries: readonly YamlEntry[];
}
export type YamlReading =
  | YamlMapping
  /** Nothing but blanks and comments. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'not-a-mapping'; readonly offset: number }
  | { readonly kind: 'faults'; readonly faults: readonly YamlFault[] };

/**
 * Reads a YAML text whose top is a mapping. Values stay as written: YAML's core schema, no dates, no merge keys;
 * nothing is expanded, so aliases cost nothing (docs/design.md, Front matter). Refuses errors, a repeated key at any level.
 * Never throws.
 */
export function readYamlMapping(text: string): YamlReading {
  const document = parsed(text);
  if (document === null) return faults({ offset: 0, reason: yamlReason('RESOURCE_EXHAUSTION') });
  // What follows a first error is mostly its consequence.
  const [error] = document.errors;
  if (error !== undefined)
    return faults({ offset: blamed(error.pos[0], text, document), reason: yamlReason(error.code) });
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return { kind: 'empty' };
  if (!isMap(root)) return { kind: 'not-a-mapping', offset: offsetOf(root) };
  const repeated = repeatedKeys(root);
  if (repeated.length > 0) return { kind: 'faults', faults: repeated };
  const aliases = text.includes('*') ? aliasTargets(root) : new Map<never, never>();
  return { kind: 'mapping', document, map: root, aliases, entries: root.items.map(entryOf) };
}

/** What is never closed is only missed at the end of the text: the last field is the one to look at. */
function blamed(offset: number, text: string, { contents }: Document.Parsed): number {
  const last = isMap(contents) && offset >= text.trimEnd().length ? contents.items.at(-1) : undefined;
  return last === undefined ? offset : offsetOf(last.key);
}

function faults(fault: YamlFault): YamlReading {
  return { kind: 'faults', faults: [fault] };
}

/** `uniqueKeys` of the package compares every key with every other; ours are compared below, in linear time. */
function parsed(text: string): Document.Parsed | null {
  try {
    return parseDocument(text, {
      schema: 'core',
      merge: false,
      prettyErrors: false,
      uniqueKeys: false,
      keepSourceTokens: true,
    });
  } catch (error) {
    // Hostile nesting can exhaust the stack of the package's recursive composer.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function entryOf(pair: Pair): YamlEntry {
  return { name: keyName(pair), pair, offset: offsetOf(pair.key) };
}

/** The key of a pair as written, or null when it is not a scalar. */
export function keyName(pair: Pair): string | null {
  return isScalar(pair.key) ? (pair.key.source ?? '') : null;
}

/** Where a node begins, 0 when it has no place of its own. */
export function offsetOf(node: unknown): number {
  return isScalar(node) || isCollection(node) || isAlias(node) ? (node.range?.[0] ?? 0) : 0;
}

function repeatedKeys(root: YAMLMap): readonly YamlFault[] {
  const found: YamlFault[] = [];
  const waiting: unknown[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isCollection(node)) continue;
    if (!isMap(node)) {
      for (const item of node.items) if (item !== undefined) waiting.push(item);
      continue;
    }
    const seen = new Set<string>();
    for (const pair of node.items) {
      const name = keyName(pair);
      if (name !== null && seen.has(name)) {
        found.push({
          offset: offsetOf(pair.key),
          reason: `Le champ « ${name.slice(0, 60)} » est écrit deux fois.`,
        });
      }
      if (name !== null) seen.add(name);
      if (pair.value !== null) waiting.push(pair.value);
    }
  }
  return found.sort((a, b) => a.offset - b.offset).slice(0, 5);
}

/** What each alias of a document stands for. */
export type AliasTargets = ReadonlyMap<Alias, Node>;

/** One pass in document order: the package's own `resolve` walks the whole document again for each alias. */
function aliasTargets(root: Node): AliasTargets {
  const targets = new Map<Alias, Node>();
  const anchors = new Map<string, Node>();
  const waiting: unknown[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isAlias(next)) {
      const target = anchors.get(next.source);
      if (target !== undefined) targets.set(next, target);
    } else if (isPair(next)) {
      waiting.push(next.value ?? ABSENT, next.key ?? ABSENT);
    } else if (isCollection(next) || isScalar(next)) {
      if (next.anchor !== undefined) anchors.set(next.anchor, next);
      if (isCollection(next)) for (const item of next.items.toReversed()) waiting.push(item ?? ABSENT);
    }
  }
  return targets;
}

const ABSENT = 'absent';

/** The node an alias stands for, or the node itself; null when there is none. */
export function resolved(node: unknown, aliases: AliasTargets): Node | null {
  if (isAlias(node)) return aliases.get(node) ?? null;
  return isScalar(node) || isCollection(node) ? node : null;
}

/** What an author can do about each error of the yaml package. */
const REASONS: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'un alias (*nom) ne peut porter ni ancre ni étiquette.',
  BAD_ALIAS: 'cet alias (*nom) ne renvoie à rien ; un texte qui contient * se met entre guillemets.',
  BAD_COLLECTION_TYPE: 'cette étiquette ne convient pas à une liste.',
  BAD_DIRECTIVE: 'une ligne ne peut pas commencer par %.',
  BAD_DQ_ESCAPE: 'cette suite \\… est inconnue entre guillemets doubles ; utilisez des guillemets simples.',
  BAD_INDENT: 'le retrait de cette ligne n’est pas celui attendu.',
  BAD_PROP_ORDER: 'les ancres et étiquettes se placent avant la valeur.',
  BAD_SCALAR_START: 'un texte ne peut pas commencer par ce signe ; mettez-le entre guillemets.',
  BLOCK_AS_IMPLICIT_KEY: 'cette ligne contient deux fois « : » ; mettez le texte entre guillemets.',
  BLOCK_IN_FLOW: 'une liste en lignes ne peut pas se trouver entre crochets.',
  DUPLICATE_KEY: 'ce champ est écrit deux fois.',
  IMPOSSIBLE: 'cette ligne ne se lit pas comme du YAML.',
  KEY_OVER_1024_CHARS: 'le nom d’un champ est trop long.',
  MISSING_CHAR: 'il manque un signe : guillemet, crochet, virgule ou « : ».',
  MULTILINE_IMPLICIT_KEY: 'il manque « : » après le nom d’un champ, ou un guillemet n’est pas fermé.',
  MULTIPLE_ANCHORS: 'une valeur ne peut porter qu’une ancre.',
  MULTIPLE_DOCS: 'l’en-tête contient plusieurs documents YAML.',
  MULTIPLE_TAGS: 'une valeur ne peut porter qu’une étiquette.',
  NON_STRING_KEY: 'le nom d’un champ doit être un texte.',
  RESOURCE_EXHAUSTION: 'les valeurs sont imbriquées trop profondément.',
  TAB_AS_INDENT: 'une tabulation ne peut pas servir de retrait ; utilisez des espaces.',
  TAG_RESOLVE_FAILED: 'l’étiquette (!…) de cette valeur ne lui convient pas.',
  UNEXPECTED_TOKEN: 'un signe inattendu se trouve sur cette ligne ; mettez le texte entre guillemets.',
};

/** The French sentence for an error of the yaml package. */
export function yamlReason(code: ErrorCode): string {
  return `YAML illisible : ${REASONS[code]}`;
}
