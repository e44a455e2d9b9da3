import type { InvalidParam } from '@parley/core';
import { EventLoopSlices } from '../large-bodies/event-loop-slices.js';
import { maxErrors } from './map-validation-errors.js';
import { isStorable, toStorable } from './storable-text.js';

/**
 * Whether a JSON body can contain what PostgreSQL cannot store: NUL, and halves of a surrogate pair. In valid UTF-8, both
 * can only be written as an escape.
 */
export function mayBeUnstorable(json: Buffer): boolean {
  return ['\\u0000', '\\ud', '\\uD'].some((text) => json.includes(text));
}

/**
 * Finds texts and keys that PostgreSQL cannot store. A large body is searched in slices, so that it does not delay other
 * requests. It has no recursion and creates paths only of errors, since a body can have millions of values.
 */
export async function findUnstorableText(body: unknown): Promise<Map<string, InvalidParam>> {
  const errors = new Map<string, InvalidParam>();
  const slices = new EventLoopSlices();
  const places: Place[] = [];
  visit(body);
  for (let step = 1; places.length > 0 && errors.size < maxErrors; step += 1) {
    const place = places.at(-1);
    if (place === undefined || place.at + 1 >= place.values.length) {
      places.pop();
      continue;
    }
    place.at += 1;
    const key = place.keys?.[place.at];
    if (key !== undefined && !isStorable(key)) errors.set(pathOf(places), unstorable);
    visit(place.values[place.at]);
    if (step % stepsPerCheck === 0 && slices.isSliceOver) await slices.next();
  }
  return errors;

  function visit(value: unknown): void {
    if (typeof value === 'string') {
      if (!isStorable(value)) errors.set(pathOf(places), unstorable);
    } else if (Array.isArray(value)) places.push({ values: value, at: -1 });
    else if (typeof value === 'object' && value !== null)
      places.push({ values: Object.values(value), keys: Object.keys(value), at: -1 });
  }
}

/** A list or an object, and the index of the child that is being visited. */
interface Place {
  readonly values: readonly unknown[];
  /** Undefined for a list. */
  readonly keys?: readonly string[];
  at: number;
}

function pathOf(places: readonly Place[]): string {
  return places.map(({ keys, at }) => toStorable(keys?.[at] ?? `${at}`)).join('.') || 'body';
}

/** Reading the clock takes longer than a step. */
const stepsPerCheck = 1_000;

const unstorable: InvalidParam = {
  key: 'invalid_string',
  message: 'Text must not contain NUL characters or unpaired surrogates',
};
