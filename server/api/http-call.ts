import { isIPv4, isIPv6 } from 'node:net';
import type { Request, Response } from 'express';
import type { User } from '#content/contract/account-operations.ts';
import type { Handlers } from '#content/contract/operation.ts';
import type { AccountOperations } from '#content/contract/operations.ts';
import type { Person } from '#content/model/change-set.ts';

/** A living session and whose it is. */
export interface SignedIn {
  readonly sessionId: string;
  readonly user: User;
  /** How commits name the user. */
  readonly author: Person;
}

/** How the audit log names what a call is about. */
export interface Subject {
  readonly title?: string;
  readonly filename?: string;
  /** Of whose post, where the call names what has an id of its own. */
  readonly postId?: string;
}

/** What an operation that only a server has is told of the call. */
export interface HttpCall {
  readonly request: Request;
  readonly response: Response;
  readonly signedIn: SignedIn | null;
  /** Tells the audit log what the call is about, where neither its input nor its output does. */
  readonly about: (subject: Subject) => void;
}

/** What only a server answers: accounts, previews, uploads to an address. */
export type AccountHandlers = Handlers<AccountOperations, HttpCall>;

/** Longest browser name kept; longer ones are cut. */
const MAX_USER_AGENT = 300;

/** Where a request comes from, as sessions and the audit log keep it. */
export interface Caller {
  readonly ipAddress: string;
  readonly userAgent: string | null;
}

/** Reads who calls; the address is the proxy's word only where the application trusts it (TRUST_PROXY). */
export function callerOf(request: Request): Caller {
  const userAgent = request.get('user-agent')?.slice(0, MAX_USER_AGENT) ?? null;
  return { ipAddress: plainAddress(request.ip ?? ''), userAgent };
}

/** What is slowed together: an IPv4 address, or the /64 that one customer of a provider has whole. */
export function addressGroup(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail = ''] = (plain.split('%')[0] ?? '').split('::');
  const start = head.split(':').filter((part) => part !== '');
  const end = tail.split(':').filter((part) => part !== '');
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0');
  const parts = [...start, ...zeros, ...end].slice(0, 4);
  return `${parts.map((part) => Number.parseInt(part, 16).toString(16)).join(':')}::/64`;
}

/** An IPv4 address that came over an IPv6 socket (`::ffff:192.0.2.1`) in its usual form, without the port that some proxies add. */
function plainAddress(address: string): string {
  const [, bracketed, dotted] = /^(?:\[(.*)\]|([0-9.]+))(?::[0-9]+)?$/.exec(address) ?? [];
  const host = bracketed ?? dotted ?? address;
  const inner = /^::ffff:([0-9.]+)$/i.exec(host)?.[1];
  return inner !== undefined && isIPv4(inner) ? inner : host;
}
