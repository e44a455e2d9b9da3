import type { JWTPayload } from 'jose';

/** A token whose signature and timestamps are valid. */
export interface VerifiedToken {
  readonly payload: JWTPayload;
  /** The time in milliseconds; infinite for a token that ends only when its key is revoked. */
  readonly expiresAt: number;
  /** When the signature was verified, in milliseconds. At an earlier time, the clock was set back. */
  readonly verifiedAt: number;
  /** When the signature has to be verified again, in milliseconds. */
  readonly verifiedUntil: number;
}

export interface VerifierOptions {
  readonly now: () => Date;
  /** Called when keys cannot be read or fetched. The previous keys may be used for a while. */
  readonly onKeysUnavailable: (error: unknown) => void;
}

/** Rejects with an error of jose. */
export type Verify = (token: string) => Promise<VerifiedToken>;

export function expiryOf({ exp }: JWTPayload): number {
  return exp === undefined ? Number.POSITIVE_INFINITY : exp * 1_000;
}
