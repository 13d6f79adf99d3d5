import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** This Node is too old; `message` says which one is asked for, in French. */
export class NodeVersionError extends Error {
  override readonly name = 'NodeVersionError';
}

/**
 * Refuses a Node older than package.json asks for: `npm start` fetches another one, but a service that starts the built server by
 * itself takes the machine's. Throws {@link NodeVersionError}.
 */
export function refuseOldNode(root: string, version = process.versions.node): void {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  const least = engines.node.replace('>=', '');
  if (version.localeCompare(least, 'en', { numeric: true }) >= 0) return;
  throw new NodeVersionError(
    `Encrier demande Node ${least} ou plus récent ; celui-ci est ${version}. « npm start » s’en procure un par lui-même.`,
  );
}
