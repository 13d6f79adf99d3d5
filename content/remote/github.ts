import { Octokit } from '@octokit/rest';
import { ContentError } from '#content/model/errors.ts';
import { isAllowedRemote, networkError, remoteError } from './http-exchange.ts';

export interface GitHubRepository {
  /** `owner/name`. */
  readonly fullName: string;
  /** Where git finds it. */
  readonly url: string;
  readonly isPrivate: boolean;
}

export interface GitHubOptions {
  /** https://api.github.com, or that of a company's own. */
  readonly api: string;
  readonly token: string;
  readonly signal?: AbortSignal;
}

/** Repositories that are listed, at most: those that changed last. */
const MAX_LISTED = 500;
const PAGE = 100;
/** What a repository on GitHub may be called, without a dot or dash that leads it. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/**
 * GitHub's REST API, as far as a first clone needs it. The token goes to that API alone: redirects are not followed. Every
 * failure is a ContentError 'remote' without the token, or 'invalid' for a name that cannot be had.
 */
export function createGitHub({ api, token, signal }: GitHubOptions) {
  if (!URL.canParse(api) || !isAllowedRemote(new URL(api))) throw remoteError('not-a-repository');
  const request = { redirect: 'error' as const, ...(signal === undefined ? {} : { signal }) };
  const octokit = new Octokit({ auth: token, baseUrl: api.replace(/\/+$/, ''), request, log: SILENT });
  const host = gitHostOf(new URL(api));

  async function find(name: string): Promise<GitHubRepository> {
    const { data: user } = await octokit.rest.users.getAuthenticated();
    const { data } = await octokit.rest.repos.get({ owner: user.login, repo: name });
    return readRepository(data, host);
  }

  return {
    /** Those the token may write to, newest change first. */
    list: (): Promise<readonly GitHubRepository[]> =>
      translated(async () => {
        const listed: GitHubRepository[] = [];
        const pages = octokit.paginate.iterator(octokit.rest.repos.listForAuthenticatedUser, {
          sort: 'pushed',
          per_page: PAGE,
        });
        for await (const { data } of pages) {
          if (!Array.isArray(data)) throw remoteError('not-a-repository');
          const writable = data.filter(({ permissions }) => permissions?.push !== false);
          listed.push(...writable.map((repository) => readRepository(repository, host)));
          if (listed.length >= MAX_LISTED) break;
        }
        return listed.slice(0, MAX_LISTED);
      }),
    /** A new private repository without a commit, or the author's own of that name, whatever is in it: never one that everybody reads. */
    createPrivate: (name: string): Promise<GitHubRepository> =>
      translated(async () => {
        if (!NAME.test(name))
          throw new ContentError('invalid', { path: '', reason: NOT_A_NAME, field: 'name' });
        try {
          const { data } = await octokit.rest.repos.createForAuthenticatedUser({ name, private: true });
          return readRepository(data, host);
        } catch (error) {
          if (statusOf(error) !== 422) throw error;
          const taken = await find(name);
          if (!taken.isPrivate)
            throw new ContentError('invalid', { path: '', reason: IS_PUBLIC, field: 'name' });
          return taken;
        }
      }),
  };
}

async function translated<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ContentError ? error : translate(error);
  }
}

/** Octokit's errors hold the request: none of them is kept. */
function translate(error: unknown): ContentError {
  const status = statusOf(error);
  const cause = new Error(`GitHub answered ${status ?? 'nothing'}`);
  if (status === 401 || status === 403) return remoteError('refused', { cause });
  if (status === 404 || status === 422) return remoteError('not-a-repository', { cause });
  const network = innermost(error);
  if (/redirect/.test(network.message)) return remoteError('redirected', { cause });
  // Without a status Octokit could not make anything of the answer.
  return status !== null && (status === 429 || status >= 500)
    ? networkError(network)
    : remoteError('not-a-repository', { cause });
}

function statusOf(error: unknown): number | null {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : null;
}

/** What Node said of the network, without the request around it. */
function innermost(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('no answer');
  if (error.cause instanceof Error) return innermost(error.cause);
  return 'request' in error ? new Error('no answer') : error;
}

/** The host that git talks to: a company's own GitHub is one for both. */
function gitHostOf(api: URL): string {
  return api.hostname === 'api.github.com' ? 'github.com' : api.host;
}

/** A repository as GitHub tells it; one that would lead the token to another host is refused. */
function readRepository(
  told: { readonly full_name: unknown; readonly clone_url: unknown; readonly private: unknown },
  host: string,
): GitHubRepository {
  const { full_name: fullName, clone_url: url } = told;
  if (typeof fullName !== 'string' || typeof url !== 'string' || !URL.canParse(url))
    throw remoteError('not-a-repository');
  if (new URL(url).host !== host || !isAllowedRemote(new URL(url))) throw remoteError('redirected');
  return { fullName, url, isPrivate: told.private === true };
}

function nothing(): void {
  return undefined;
}

const NOT_A_NAME =
  'Un nom de dépôt se compose de lettres sans accent, de chiffres, de tirets et de points, 100 au plus.';
const IS_PUBLIC = 'Un dépôt public de votre compte porte déjà ce nom\u00a0: choisissez-en un autre.';
