/** What stands in a bundle for libraries of libraries that nothing calls, by their names. */
export const NEVER_CALLED: Readonly<Record<string, string>>;
