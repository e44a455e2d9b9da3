import { DomainError } from '@parley/core';
import type { Request } from 'express';
import { BoundedMap } from './bounded-map.js';
import type { FailureLimit } from './limit-failures.js';

/** Looks something up for a caller of whom nothing is known but the address. */
export type FindForStranger<Found> = (request: Request, name: string) => Promise<Found>;

const maxKnown = 10_000;

/**
 * Counts what is not found, and looks no further for an address that guesses. What was found before is looked up for
 * everybody: a provider sends for many from one address.
 */
export function createFindForStranger<Found>(
  failures: FailureLimit,
  find: (name: string) => Promise<Found>,
): FindForStranger<Found> {
  const known = new BoundedMap<string, true>(maxKnown);
  return async ({ ip = '' }, name) => {
    if (!known.get(name)) failures.check(ip);
    try {
      const found = await find(name);
      known.set(name, true);
      return found;
    } catch (error) {
      if (error instanceof DomainError) {
        known.delete(name);
        failures.count(ip);
      }
      throw error;
    }
  };
}
