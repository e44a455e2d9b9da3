import type { Alternative } from './read-alternatives.js';
import { isSame, readValues } from './read-core.js';
import { readProperties, readRequired, readRest } from './read-objects.js';

/** Whether no value matches both alternatives, as far as their types, values and required properties show. */
export function areDisjoint(one: Alternative, other: Alternative): boolean {
  if (![...one.types].some((type) => other.types.has(type))) return true;
  if (areSeparate(one.values, other.values)) return true;
  return isRefused(one, other) || isRefused(other, one) || haveSeparateProperty(one, other);
}

function areSeparate(some: readonly unknown[] | undefined, others: readonly unknown[] | undefined): boolean {
  if (some === undefined || others === undefined) return false;
  return !some.some((value) => others.some((other) => isSame(value, other)));
}

/** Whether one requires a property that the other, which is closed, does not have. */
function isRefused(one: Alternative, other: Alternative): boolean {
  const known = readProperties(other.parts);
  return readRest(other.parts) === 'nothing' && [...readRequired(one.parts)].some((name) => !known.has(name));
}

function haveSeparateProperty(one: Alternative, other: Alternative): boolean {
  const [mine, theirs] = [readProperties(one.parts), readProperties(other.parts)];
  const required = readRequired(other.parts);
  return [...readRequired(one.parts)]
    .filter((name) => required.has(name))
    .some((name) => areSeparate(readValues(mine.get(name) ?? []), readValues(theirs.get(name) ?? [])));
}
