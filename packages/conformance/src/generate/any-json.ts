import fc, { type Arbitrary } from 'fast-check';
import { plainText } from './strings.js';

const scalar = fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), plainText({ min: 0, max: 12 }));

/** A name that has a meaning of its own in no language. */
export const plainName: Arbitrary<string> = fc.stringMatching(/^[a-z][a-z0-9_]{0,9}$/);

/** JSON of any kind, small. */
export const anyJson: Arbitrary<unknown> = fc.oneof(
  { arbitrary: scalar, weight: 4 },
  { arbitrary: fc.array(scalar, { maxLength: 3 }), weight: 1 },
  { arbitrary: fc.dictionary(plainName, scalar, { maxKeys: 3, noNullPrototype: true }), weight: 1 },
);
