import { DomainError } from '@parley/core';
import type { Request } from 'express';
import type { FailureLimit } from './failure-limit.js';

/** Looks something up for an unauthenticated caller, who is identified only by the IP address. */
export type UnauthenticatedLookup<Found> = (request: Request, name: string) => Promise<Found>;

export interface LookupOptions<Found> {
  readonly failures: FailureLimit;
  /** The kind of thing that is looked up. Each subject has its own count of failures. */
  readonly subject: string;
  readonly find: (name: string) => Promise<Found>;
}

/**
 * Counts and limits only names that are not found. A caller with a valid name is served, whatever others behind the
 * same address have tried: names are too long to guess, so the limit does not have to protect them.
 */
export function createUnauthenticatedLookup<Found>({
  failures,
  subject,
  find,
}: LookupOptions<Found>): UnauthenticatedLookup<Found> {
  return async ({ ip = '' }, name) => {
    try {
      return await find(name);
    } catch (error) {
      if (error instanceof DomainError) failures.count(ip, subject);
      throw error;
    }
  };
}
