/**
 * The colours of the only theme (docs/product.md, The owner and the offer). Sheets have each as a property: `GOLD_LIGHT` is
 * `--gold-light` (site/styles/colour-properties.ts).
 */
export const NIGHT = '#0b0f17';
export const SURFACE = '#101623';
export const RAISED = '#161d2c';
export const LINE = '#242d3f';
export const LINE_STRONG = '#46526b';
export const IVORY = '#f4efe4';
export const TEXT = '#d9d8d3';
export const MUTED = '#a6acb9';
export const GOLD = '#dba64f';
export const GOLD_LIGHT = '#efc47c';
export const GOLD_DIM = '#6b5429';
export const ON_GOLD = '#171006';
export const ALERT = '#f0a58f';
export const GREEN = '#6fcf97';
export const GREEN_LIGHT = '#a5cf9f';
