const DOUBLE = new URL('./double/electron.ts', import.meta.url).href;

/** Module hook: `electron` is the stand-in. */
export function resolve(specifier, context, next) {
  return specifier === 'electron' ? next(DOUBLE, context) : next(specifier, context);
}
