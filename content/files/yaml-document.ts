import {
  type Alias,
  type Document,
  type ErrorCode,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
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
  readonly map: YAMLMap;
  readonly aliases: AliasTargets;
  readonly entries: readonly YamlEntry[];
}
export type YamlReading =
  | YamlMapping
  /** Nothing but blanks and comments. */
  | { readonly kind: 'empty'; readonly offset: 0 }
  | { readonly kind: 'not-a-mapping'; readonly offset: number }
  | { readonly kind: 'faults'; readonly faults: readonly YamlFault[] };

/**
 * Reads a YAML text whose top is a mapping. Values stay as written: YAML's core schema, no dates, no merge keys;
 * nothing is expanded, so aliases cost nothing (docs/design.md, Front matter). Refuses errors, a repeated key at any level.
 * Never throws.
 */
export function readYamlMapping(text: string): YamlReading {
  try {
    return readMapping(text);
  } catch (error) {
    // Hostile nesting can exhaust the stack of the package's recursive composer.
    if (error instanceof RangeError) return faults({ offset: 0, reason: yamlReason('RESOURCE_EXHAUSTION') });
    throw error;
  }
}

function readMapping(text: string): YamlReading {
  const document = parseDocument(text, {
    schema: 'core',
    merge: false,
    prettyErrors: false,
    // The package compares every key with every other; ours are compared below, in linear time.
    uniqueKeys: false,
    keepSourceTokens: true,
  });
  // What follows a first error is mostly its consequence.
  const [error] = document.errors;
  if (error !== undefined)
    return faults({ offset: blamed(error.pos[0], text, document), reason: yamlReason(error.code) });
  const root = document.contents;
  if (root === null || (isScalar(root) && root.value === null)) return { kind: 'empty', offset: 0 };
  if (!isMap(root)) return { kind: 'not-a-mapping', offset: offsetOf(root) };
  const { repeated, aliases } = lookedThrough(root);
  if (repeated.length > 0) return faults(...repeated);
  const entries = root.items.map((pair) => ({ name: keyName(pair), pair, offset: offsetOf(pair.key) }));
  return { kind: 'mapping', map: root, aliases, entries };
}

function faults(...found: readonly YamlFault[]): YamlReading {
  return { kind: 'faults', faults: found };
}

/** What is never closed is only missed at the end of the text: the last field is the one to look at. */
function blamed(offset: number, text: string, { contents }: Document.Parsed): number {
  const last = isMap(contents) && offset >= text.trimEnd().length ? contents.items.at(-1) : undefined;
  return last === undefined ? offset : offsetOf(last.key);
}

/** The key of a pair as written, or null when it is not a scalar. */
export function keyName(pair: Pair): string | null {
  return isScalar(pair.key) ? (pair.key.source ?? '') : null;
}

/** Where a node begins, 0 when it has no place of its own. */
export function offsetOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

export type AliasTargets = ReadonlyMap<Alias, Node>;

/** One pass in document order: the package's own `resolve` walks the whole document again for each alias. */
function lookedThrough(root: YAMLMap): {
  readonly repeated: readonly YamlFault[];
  readonly aliases: AliasTargets;
} {
  const repeated: YamlFault[] = [];
  const aliases = new Map<Alias, Node>();
  const anchors = new Map<string, Node>();
  visit(root, (_, node) => {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target !== undefined) aliases.set(node, target);
    } else if (isNode(node) && node.anchor !== undefined) anchors.set(node.anchor, node);
    if (isMap(node)) repeated.push(...repeatedKeys(node));
  });
  return { repeated: repeated.sort((a, b) => a.offset - b.offset).slice(0, 5), aliases };
}

function repeatedKeys({ items }: YAMLMap): readonly YamlFault[] {
  const seen = new Set<string | null>();
  return items.flatMap((pair) => {
    const name = keyName(pair);
    const isRepeated = name !== null && seen.has(name);
    seen.add(name);
    if (!isRepeated) return [];
    return [
      {
        offset: offsetOf(pair.key),
        reason: `Le champ «\u00a0${name.slice(0, 60)}\u00a0» est écrit deux fois.`,
      },
    ];
  });
}

/** The node an alias stands for, or the node itself; null when there is none. */
export function resolved(node: unknown, aliases: AliasTargets): Node | null {
  if (isAlias(node)) return aliases.get(node) ?? null;
  return isNode(node) ? node : null;
}

/** Aliases are followed; a text that unfolds into more values than this, or deeper, is refused (docs/design.md, Front matter). */
const MAX_VALUES = 20_000;
const MAX_DEPTH = 32;

/**
 * The values of a YAML tree as plain objects, lists and texts, every scalar as written (`maxSlots: 3` is "3") and null left out
 * as undefined, so that schemas see "absent". Null when aliases make it unfold without measure.
 */
export function plainValues(root: unknown, aliases: AliasTargets): { readonly value: unknown } | null {
  let left = MAX_VALUES;
  let deepest = 0;

  function plain(source: unknown, depth: number): unknown {
    left -= 1;
    deepest = Math.max(deepest, depth);
    if (left < 0 || deepest > MAX_DEPTH) return undefined;
    const node = resolved(source, aliases);
    if (isMap(node)) {
      return Object.fromEntries(
        node.items.map((pair) => [keyName(pair) ?? '', plain(pair.value, depth + 1)]),
      );
    }
    if (isSeq(node)) return node.items.map((item) => plain(item, depth + 1));
    return isScalar(node) && node.value !== null ? node.source : undefined;
  }

  const value = plain(root, 0);
  return left < 0 || deepest > MAX_DEPTH ? null : { value };
}

/**
 * What a tree says beside one of its pairs or items (`left`), as a text to compare: keys in order, values, tags, and what its
 * aliases stand for. Where and how it is written does not count.
 */
export function meaningBeside(root: YAMLMap | Pair, left: unknown, aliases: AliasTargets): string {
  const said: string[] = [];
  const targets = new Set<Node>();
  const say = (tree: unknown, skipped: unknown): void => {
    if (!isNode(tree)) return;
    visit(tree, (key, node, { length }) => {
      if (node !== null && node === skipped) return visit.SKIP;
      const target = isAlias(node) ? aliases.get(node) : undefined;
      if (target !== undefined) targets.add(target);
      // With how deep it stands and behind what, a list of values is a tree.
      if (!isPair(node)) said.push(`${length} ${key === 'key' ? key : ''} ${sayingOf(node)}`);
      return undefined;
    });
  };
  for (const tree of isPair(root) ? [root.key, root.value] : [root]) say(tree, left);
  for (const target of targets) say(target, null);
  return said.join('\n');
}

function sayingOf(node: unknown): string {
  if (isAlias(node)) return `*${node.source}`;
  if (isCollection(node)) return `${isMap(node) ? '{' : '['}${node.tag ?? ''}`;
  if (!isScalar(node) || node.value === null) return `null ${isScalar(node) ? (node.tag ?? '') : ''}`;
  return `${JSON.stringify(node.source ?? '')} ${node.tag ?? ''}`;
}

/** What an author can do about each error of the yaml package. */
const REASONS: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'un alias (*nom) ne peut porter ni ancre ni étiquette.',
  BAD_ALIAS: 'cet alias (*nom) ne renvoie à rien\u00a0; un texte qui contient * se met entre guillemets.',
  BAD_COLLECTION_TYPE: 'cette étiquette ne convient pas à une liste.',
  BAD_DIRECTIVE: 'une ligne ne peut pas commencer par %.',
  BAD_DQ_ESCAPE:
    'cette suite \\… est inconnue entre guillemets doubles\u00a0; utilisez des guillemets simples.',
  BAD_INDENT: 'le retrait n’est pas celui attendu, ou un crochet n’est pas fermé.',
  BAD_PROP_ORDER: 'les ancres et étiquettes se placent avant la valeur.',
  BAD_SCALAR_START: 'un texte ne peut pas commencer par ce signe\u00a0; mettez-le entre guillemets.',
  BLOCK_AS_IMPLICIT_KEY:
    'cette ligne contient deux fois «\u00a0:\u00a0»\u00a0; mettez le texte entre guillemets.',
  BLOCK_IN_FLOW: 'une liste en lignes ne peut pas se trouver entre crochets.',
  DUPLICATE_KEY: 'ce champ est écrit deux fois.',
  IMPOSSIBLE: 'cette ligne ne se lit pas comme du YAML.',
  KEY_OVER_1024_CHARS: 'le nom d’un champ est trop long.',
  MISSING_CHAR: 'il manque un signe\u00a0: guillemet, crochet, virgule ou «\u00a0:\u00a0».',
  MULTILINE_IMPLICIT_KEY:
    'il manque «\u00a0:\u00a0» après le nom d’un champ, ou un guillemet n’est pas fermé.',
  MULTIPLE_ANCHORS: 'une valeur ne peut porter qu’une ancre.',
  MULTIPLE_DOCS: 'l’en-tête contient plusieurs documents YAML.',
  MULTIPLE_TAGS: 'une valeur ne peut porter qu’une étiquette.',
  NON_STRING_KEY: 'le nom d’un champ doit être un texte.',
  RESOURCE_EXHAUSTION: 'les valeurs sont imbriquées trop profondément.',
  TAB_AS_INDENT: 'une tabulation ne peut pas servir de retrait\u00a0; utilisez des espaces.',
  TAG_RESOLVE_FAILED: 'l’étiquette (!…) de cette valeur ne lui convient pas.',
  UNEXPECTED_TOKEN: 'un signe inattendu se trouve sur cette ligne\u00a0; mettez le texte entre guillemets.',
};

/** The French sentence for an error of the yaml package. */
export function yamlReason(code: ErrorCode): string {
  return `YAML illisible\u00a0: ${REASONS[code]}`;
}
