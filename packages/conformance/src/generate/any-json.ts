import fc, { type Arbitrary } from 'fast-check';
import { plainText } from './strings.js';

const scalar = fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), plainText({ min: 0, max: 12 }));

/** A name without a special meaning in any language. */
export const plainName: Arbitrary<string> = fc.stringMatching(/^[a-z][a-z0-9_]{0,9}$/);

/** Small JSON values of any kind. */
export const anyJson: Arbitrary<unknown> = fc.oneof(
  { arbitrary: scalar, weight: 4 },
  { arbitrary: fc.array(scalar, { maxLength: 3 }), weight: 1 },
  { arbitrary: fc.dictionary(plainName, scalar, { maxKeys: 3, noNullPrototype: true }), weight: 1 },
);
