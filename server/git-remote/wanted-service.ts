import type { Service } from './remote-config.ts';

/** What a request of git's smart protocol asks for (gitprotocol-http(5)). */
export interface Wanted {
  readonly service: Service;
  /** `refs` tells which there are, `pack` moves objects. */
  readonly step: 'refs' | 'pack';
  /** As http-backend is to see it, below the repository. */
  readonly path: string;
  readonly query: string;
  readonly contentType: string;
}

export type Reading =
  | { readonly kind: 'wanted'; readonly wanted: Wanted }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string };

const PROGRAM: Readonly<Record<Service, string>> = { fetch: 'git-upload-pack', push: 'git-receive-pack' };
const DUMB = 'Ce dépôt ne se lit qu’avec le protocole « smart HTTP » de git : mettez votre git à jour.\n';
const UNKNOWN = 'Cette adresse n’est pas de celles de git.\n';
const WRONG_TYPE = 'Ce n’est pas une demande de git.\n';

interface AskedFor {
  readonly method: string;
  /** Below /content.git, with the query. */
  readonly url: string;
  readonly contentType: string;
}

/** What git asks for; anything but its smart protocol is refused, files of the repository above all. */
export function readWanted({ method, url, contentType }: AskedFor): Reading {
  const [path = '', query = ''] = url.split('?', 2);
  if (path === '/info/refs') {
    if (method !== 'GET') return refused(405, UNKNOWN);
    const service = serviceNamed(/^service=([a-z-]+)$/.exec(query)?.[1] ?? '');
    if (service === null) return refused(403, DUMB);
    return { kind: 'wanted', wanted: { service, step: 'refs', path, query, contentType: '' } };
  }
  const service = serviceNamed(path.slice(1));
  if (service === null || query !== '') return refused(404, UNKNOWN);
  if (method !== 'POST') return refused(405, UNKNOWN);
  const expected = `application/x-${PROGRAM[service]}-request`;
  if (contentType !== expected) return refused(415, WRONG_TYPE);
  return { kind: 'wanted', wanted: { service, step: 'pack', path, query: '', contentType } };
}

function serviceNamed(name: string): Service | null {
  if (name === PROGRAM.fetch) return 'fetch';
  return name === PROGRAM.push ? 'push' : null;
}

function refused(status: number, text: string): Reading {
  return { kind: 'refused', status, text };
}
