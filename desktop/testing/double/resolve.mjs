const DOUBLE = new URL('./electron.mjs', import.meta.url).href;

/** Module hook: `electron` is the stand-in. */
export function resolve(specifier, context, next) {
  return specifier === 'electron' ? next(DOUBLE, context) : next(specifier, context);
}
