import { invalidParam } from '../validation/invalid-param.js';

/** This is deeper than any body of the contract, and shallow enough for recursive functions. */
export const maxDepth = 64;

/**
 * A large body, and the lists and objects in it, may have this many items or keys. The longest lists of the contract have
 * 5,000 items, and objects have up to 100 keys.
 */
export const maxChildren = 10_000;

/**
 * An item in a list of a large body, or of an object in it, may have this many values at all depths. A step of an
 * automation can contain 99 others: in 1 MiB, about 94,000 values fit into the variables of templates and the working hours
 * of branches. 16 KiB of metadata hold up to 8,190.
 */
export const maxItemValues = 100_000;

export function tooManyKeys(path: string): Error {
  return invalidParam(path, 'too_big', `Must contain at most ${maxChildren} keys`);
}

export function tooManyValues(path: string): Error {
  return invalidParam(path, 'too_big', `An item must contain at most ${maxItemValues} values`);
}
