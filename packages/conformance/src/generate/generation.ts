import type { JsonObject, Schema } from '@parley/validation';
import type { Arbitrary } from 'fast-check';

/** Where a value stands, which decides what it may be the identifier of. */
export interface Place {
  readonly depth: number;
  /** Of the property, or of the array that holds it. */
  readonly name: string | undefined;
  /** Of the object that has the property. */
  readonly parent: string | undefined;
}

/** Values that the server is known to have: picks one of those that fit a place, by any number. */
export type KnownValues = (place: Pick<Place, 'name' | 'parent'>) => ((pick: number) => unknown) | undefined;

export interface Generation {
  readonly definitions: JsonObject;
  /** How often an optional part is there: `some` of them to explore, `most` of them to have something to mutate. */
  readonly presence: 'some' | 'most';
  readonly known: KnownValues | undefined;
  /** Builds the arbitrary of an inner schema; `undefined` when no finite value fits it. */
  build(schema: Schema, place: Place): Arbitrary<unknown> | undefined;
}

/** Below this depth only what is required is generated. */
export const deepest = 4;
