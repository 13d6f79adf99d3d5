/**
 * The colours of the only theme (docs/product.md, The owner and the offer) where no style sheet reaches: a window, a social image,
 * the bar of a browser, a page without network. The sheets have them from site/styles/tokens.css.
 */
export const NIGHT = '#0b0f17';
export const IVORY = '#f4efe4';
export const TEXT = '#d9d8d3';
export const MUTED = '#a6acb9';
export const GOLD = '#dba64f';
export const GOLD_LIGHT = '#efc47c';
