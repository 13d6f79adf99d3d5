import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createQueue } from '#content/git/concurrency.ts';
import { ContentError } from '#content/model/errors.ts';
import { addressGroup } from '../api/http-call.ts';
import { PASSWORD_QUEUE } from './passwords.ts';

/** Wrong tries in {@link WINDOW_SECONDS} for one account from one address, and from one address for all accounts. */
const MAX_TRIES = 5;
const MAX_TRIES_OF_ADDRESS = 30;
const WINDOW_SECONDS = 15 * 60;

interface Try {
  /** What is being guessed: an account, the one-time code. */
  readonly target: string;
  readonly address: string;
  /** A browser that signed in to this account before, or a session of it (sessions.ts): it is counted by itself, and goes first. */
  readonly device?: string | null;
}

interface Counter {
  readonly limiter: RateLimiterMemory;
  readonly key: string;
}

/**
 * Slows down guessing. Nothing counts against an account alone: strangers cannot lock its owner out (SECURITY.md). Counters are in
 * memory: a restart forgets them, which buys a guesser a handful of tries.
 */
export function createThrottle() {
  const ofTarget = new RateLimiterMemory({ points: MAX_TRIES, duration: WINDOW_SECONDS });
  const ofAddress = new RateLimiterMemory({ points: MAX_TRIES_OF_ADDRESS, duration: WINDOW_SECONDS });
  const inTurn = createQueue(PASSWORD_QUEUE);

  return {
    /**
     * Makes a try, one after another, so that many at once count each: null when it was wrong, which counts; anything else
     * forgets the wrong ones before it. Throws ContentError 'throttled' without trying when there were too many, or when
     * too many wait.
     */
    async attempt<Value>(made: Try, task: () => Promise<Value | null>): Promise<Value | null> {
      const from = made.device ?? addressGroup(made.address);
      const target: Counter = { limiter: ofTarget, key: JSON.stringify([made.target, from]) };
      const address: Counter = { limiter: ofAddress, key: from };
      const check = async () => {
        await checkCounter(target);
        await checkCounter(address);
      };
      await check();
      const counted = async () => {
        await check();
        const value = await task();
        if (value === null) {
          await ofTarget.penalty(target.key);
          await ofAddress.penalty(address.key);
        } else await ofTarget.delete(target.key);
        return value;
      };
      return inTurn(counted, typeof made.device === 'string' ? 'first' : 'usual');
    },
  };
}

export type Throttle = ReturnType<typeof createThrottle>;

async function checkCounter({ limiter, key }: Counter): Promise<void> {
  const counted = await limiter.get(key);
  if (counted === null || counted.msBeforeNext <= 0 || counted.consumedPoints < limiter.points) return;
  throw new ContentError('throttled', { retryAfter: Math.ceil(counted.msBeforeNext / 1000) });
}
