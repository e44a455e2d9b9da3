import type { JWTPayload } from 'jose';

/** A token whose signature and timestamps are valid. */
export interface VerifiedToken {
  readonly payload: JWTPayload;
  /** The time in milliseconds; infinite for a token that ends only when its key is revoked. */
  readonly expiresAt: number;
  /** When the signature has to be verified again, in milliseconds on the steady clock. */
  readonly verifiedUntil: number;
}

export interface VerifierOptions {
  /** The time with which the timestamps of a token are compared. */
  readonly now: () => Date;
  /** Milliseconds on a steady clock: keys and verified tokens must not live longer because `now` was set back. */
  readonly steadyNowMs: () => number;
  /** Called when keys cannot be read or fetched. The previous keys may be used for a while. */
  readonly onKeysUnavailable: (error: unknown) => void;
}

/** Rejects with an error of jose. */
export type Verify = (token: string) => Promise<VerifiedToken>;

export function expiryOf({ exp }: JWTPayload): number {
  return exp === undefined ? Number.POSITIVE_INFINITY : exp * 1_000;
}
