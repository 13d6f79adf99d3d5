/** What stands in a bundle for libraries of libraries that nothing calls, by their names. */
export const NEVER_CALLED: Readonly<Record<string, string>>;
/** What stands in a bundle for one of Node's modules, by its name with `node:`. */
export function moduleOfNode(path: string): string;
