const CONNECTORS = [
  'donc',
  'ainsi',
  'cependant',
  'mais',
  'et',
  'or',
  'car',
  'puis',
  'alors',
  'ensuite',
  'enfin',
  'pourtant',
  'toutefois',
  'néanmoins',
  'finalement',
  'bref',
  'du coup',
  'en effet',
  'de plus',
  'en outre',
  'en fait',
  'en résumé',
  'en conclusion',
  'en revanche',
  'par ailleurs',
  'par conséquent',
  'par exemple',
  'au contraire',
  'au final',
  'd’abord',
  'd’ailleurs',
  'c’est pourquoi',
  'autrement dit',
  'de même',
  'surtout',
];
const SPACE = '[ \\u00A0\\u202F]';
/** Not before que or qu’ (« Alors que… », « Ainsi que… »), which the word belongs to. */
const LEADING = new RegExp(
  `^(?:${CONNECTORS.join('|').replaceAll('’', "['’]").replaceAll(' ', SPACE)})(?:${SPACE}?[,:]${SPACE}*|${SPACE}+(?!qu(?:e\\b|['’])))`,
  'iu',
);

/** A sentence that can stand alone: leading French connector words taken away, first letter a capital (docs/product.md, Key points). */
export function withoutConnectors(text: string): string {
  let rest = text.trim();
  for (let match = LEADING.exec(rest); match !== null; match = LEADING.exec(rest)) {
    rest = rest.slice(match[0].length);
  }
  const [first = ''] = rest;
  return first.toLocaleUpperCase('fr') + rest.slice(first.length);
}
