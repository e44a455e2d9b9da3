import { DomainError } from '@parley/core';
import type { Request } from 'express';
import type { FailureLimit } from './failure-limit.js';

/** Looks something up for an unauthenticated caller, of whom only the IP address is known. */
export type UnauthenticatedLookup<Found> = (request: Request, name: string) => Promise<Found>;

export interface LookupOptions<Found> {
  readonly failures: FailureLimit;
  /** What is looked up. Each subject has its own count of failures. */
  readonly subject: string;
  readonly find: (name: string) => Promise<Found>;
}

/**
 * Only a name that is not found is counted and limited. A caller with a valid name is served, whatever others behind the
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
