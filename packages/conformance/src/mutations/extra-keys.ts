import { isObject } from '@parley/validation';
import { type Mutate, nameSite } from './change.js';

export const extraKey = 'undeclaredByTheDocument';

/** Keys that mean something to JavaScript, when a server merges what it reads without care. */
export const prototypeKeys = ['__proto__', 'constructor', 'prototype'] as const;

/** A key that nobody declared; where the schema is open, the request stays valid and is not sent. */
export const unknownKey: Mutate = (site, context) => addKeys([extraKey])(site, context);

export const prototypeKey: Mutate = (site, context) => addKeys(prototypeKeys)(site, context);

function addKeys(keys: readonly string[]): Mutate {
  return ({ path, value, least }) => {
    if (!isObject(value)) return [];
    return keys.map((key) => ({
      path: [...path, key],
      value: { isAdmin: true, toString: 'x' },
      // Some servers name the object that has the key too many.
      field: { path: [...path, key], least: Math.min(least, Math.max(path.length, 1)) },
      description: `${nameSite(path)} has the key ${key}, which is not declared`,
    }));
  };
}
