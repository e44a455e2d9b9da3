import fc, { type Arbitrary } from 'fast-check';
import type { Operation } from '../document/operation.js';
import { arbitraryOf } from './arbitrary-of.js';
import { carriableSchema } from './carriable-schema.js';

/** Chooses known values of the server for the path parameters; `pick` can be any number. */
export type ChoosePath = (operation: Operation, pick: number) => Readonly<Record<string, unknown>>;

/** Generates mostly paths to known records and, when exploring, sometimes to unknown ones. */
export function pathArbitrary(
  operation: Operation,
  { choosePath, presence }: { choosePath: ChoosePath; presence: 'some' | 'most' },
): Arbitrary<Record<string, unknown>> | string {
  const fields: Record<string, Arbitrary<unknown>> = {};
  for (const parameter of operation.parameters.filter((candidate) => candidate.in === 'path')) {
    const arbitrary = arbitraryOf(carriableSchema(parameter));
    const examples = parameter.examples.filter((example) => example !== '' && example !== null);
    const given = examples.length > 0 ? fc.constantFrom(...examples) : undefined;
    const values = arbitrary ?? given;
    if (!values) return `no value was found for the path parameter ${parameter.name}`;
    fields[parameter.name] = values;
  }
  const invented = fc.record(fields);
  const known = fc
    .tuple(fc.nat({ max: 1000 }), invented)
    .map(([pick, fallback]) => ({ ...fallback, ...choosePath(operation, pick) }));
  if (presence === 'most' || Object.keys(fields).length === 0) return known;
  return fc.oneof({ arbitrary: known, weight: 8 }, { arbitrary: invented, weight: 1 });
}
