/** Files and folders, from the root, that the site and the server are built from. */
export const SOURCES: readonly string[];
/** The same for the desktop app. */
export const DESKTOP_SOURCES: readonly string[];

/** Builds the site and the server, or the desktop app, where what is built is older than its sources. */
export function buildIfStale(): Promise<void>;
export function buildDesktopIfStale(): Promise<void>;

/** Tells whoever runs a command of ours, in French, what is going on. */
export function say(sentence: string): void;

/** Installs the dependencies of a folder's lock file (the project's own), unless they are there already. */
export function installDependencies(folder?: string): Promise<void>;
