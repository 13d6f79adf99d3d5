/** Front matter of article `index` (make-corpus.mjs). */
export function makeMeta(index: number, options?: { readonly step?: number }): { readonly slug: string };
