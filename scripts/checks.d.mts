/** A name, a tool of node_modules and its words. */
export type Check = readonly [name: string, tool: string, ...words: string[]];

export const FORMAT: Check;
export const DEAD: Check;
export const DEAD_BUT_FOR_TESTS: Check;

/** The code that a tool ends with; its lines come whole where several print at once. */
export function runCheck(check: Check, how?: { readonly output?: 'terminal' | 'by-lines' }): Promise<number>;
