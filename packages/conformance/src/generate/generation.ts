import type { JsonObject, Schema } from '@parley/validation';
import type { Arbitrary } from 'fast-check';

/** The position of a value, which determines what it can identify. */
export interface Place {
  readonly depth: number;
  /** The name of the property, or of the array that holds the value. */
  readonly name: string | undefined;
  /** The name of the object that has the property. */
  readonly parent: string | undefined;
}

/** Chooses one of the known values of the server that match a position; `pick` can be any number. */
export type KnownValues = (place: Pick<Place, 'name' | 'parent'>) => ((pick: number) => unknown) | undefined;

export interface Generation {
  readonly definitions: JsonObject;
  /** How many optional parts are present: `some` for exploring, `most` to have more to mutate. */
  readonly presence: 'some' | 'most';
  readonly known: KnownValues | undefined;
  /** Builds the arbitrary of an inner schema; `undefined` if no finite value matches it. */
  build(schema: Schema, place: Place): Arbitrary<unknown> | undefined;
}

/** Below this depth only what is required is generated. */
export const deepest = 4;
