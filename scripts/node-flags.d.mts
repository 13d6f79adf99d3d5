export const NODE_FLAGS: readonly string[];
/** Environment variables. */
export const MEMORY_SETTINGS: Readonly<Record<string, string>>;
