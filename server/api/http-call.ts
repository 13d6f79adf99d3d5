import type { Request, Response } from 'express';
import type { User } from '#content/contract/account-operations.ts';
import type { Person } from '#content/model/change-set.ts';

/** A living session and whose it is. */
export interface SignedIn {
  readonly sessionId: string;
  readonly user: User;
  /** How commits name the user. */
  readonly author: Person;
}

/** What an operation that only a server has is told of the call. */
export interface HttpCall {
  readonly request: Request;
  readonly response: Response;
  readonly signedIn: SignedIn | null;
}
