import type { ErrorCode } from 'yaml';

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
