/** Signs at the start of a line that say what it is: quote, title, item. */
export const BLOCK_PREFIX =
  /^(?:[ \t]*(?:>|#{1,6}[ \t]|[-*+][ \t](?:\[[ xX]\][ \t])?|\d{1,9}[.)][ \t]))*[ \t]*/;

/** Of one title or item, after quote signs and indent. */
export const TITLE_OR_ITEM = /^(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+)/;

/** Indent and quote signs. */
export const QUOTES = /^(?:[ \t]*>)*[ \t]*/;
