import { isObject } from '@parley/validation';
import { type Mutate, nameSite } from './change.js';

export const extraKey = 'undeclaredByTheDocument';

/** Keys with a meaning in JavaScript, which are dangerous if a server merges its input carelessly. */
export const prototypeKeys = ['__proto__', 'constructor', 'prototype'] as const;

/** Adds an undeclared key. If the schema is open, the request stays valid and is not sent. */
export const unknownKey: Mutate = (site, context) => addKeys([extraKey])(site, context);

export const prototypeKey: Mutate = (site, context) => addKeys(prototypeKeys)(site, context);

function addKeys(keys: readonly string[]): Mutate {
  return ({ path, value, least }) => {
    if (!isObject(value)) return [];
    return keys.map((key) => ({
      path: [...path, key],
      value: { isAdmin: true, toString: 'x' },
      // Some servers name the object that has the extra key.
      field: { path: [...path, key], least: Math.min(least, Math.max(path.length, 1)) },
      description: `${nameSite(path)} has the key ${key}, which is not declared`,
    }));
  };
}
