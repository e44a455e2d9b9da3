import type { JWTPayload } from 'jose';

/** A token whose signature and times are valid. */
export interface VerifiedToken {
  readonly payload: JWTPayload;
  /** In milliseconds; infinite for a token that only ends by revoking its key. */
  readonly expiresAt: number;
  /** When the signature has to be verified again, in milliseconds. */
  readonly verifiedUntil: number;
}

/** Rejects with an error of jose. */
export type Verify = (token: string) => Promise<VerifiedToken>;

export function expiryOf({ exp }: JWTPayload): number {
  return exp === undefined ? Number.POSITIVE_INFINITY : exp * 1_000;
}
