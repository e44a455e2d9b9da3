import fc, { type Arbitrary } from 'fast-check';
import { formOf } from '../document/media-types.js';
import type { BodyMedia, Operation, Parameter, ParameterLocation } from '../document/operation.js';
import type { BodyCase, RequestCase } from '../request/request-case.js';
import { validatorOf } from '../schema/validator-of.js';
import { arbitraryOf } from './arbitrary-of.js';
import { carriableSchema } from './carriable-schema.js';
import { fromExample } from './from-example.js';
import type { KnownValues } from './generation.js';
import { type ChoosePath, pathArbitrary } from './path-arbitrary.js';

export interface CaseOptions {
  readonly presence: 'some' | 'most';
  readonly known: KnownValues;
  readonly choosePath: ChoosePath;
}

/** The arbitrary, or a sentence about what cannot be generated. */
export type CaseArbitrary =
  | { readonly arbitrary: Arbitrary<RequestCase | undefined> }
  | { readonly why: string };

/** Generates requests that the document allows, and `undefined` for a value that turned out invalid. */
export function caseArbitrary(operation: Operation, options: CaseOptions): CaseArbitrary {
  const places: Partial<Record<ParameterLocation, Arbitrary<Record<string, unknown>>>> = {};
  for (const place of ['query', 'header', 'cookie'] as const) {
    const built = parametersArbitrary(operation, place, options);
    if (typeof built === 'string') return { why: built };
    places[place] = built;
  }
  const body = bodyArbitrary(operation, options);
  if (typeof body === 'string') return { why: body };
  const path = pathArbitrary(operation, options);
  if (typeof path === 'string') return { why: path };
  const { query = fc.constant({}), header = fc.constant({}), cookie = fc.constant({}) } = places;
  return {
    arbitrary: fc
      .record({ path, query, header, cookie, body })
      .map(({ body: built, ...parameters }) => (built === wrong ? undefined : { parameters, body: built })),
  };
}

const wrong = Symbol('wrong');
const absent = Symbol('absent');

function parametersArbitrary(
  { parameters }: Operation,
  place: ParameterLocation,
  { presence, known }: CaseOptions,
): Arbitrary<Record<string, unknown>> | string {
  const fields: Record<string, Arbitrary<unknown>> = {};
  for (const parameter of parameters.filter((candidate) => candidate.in === place)) {
    const arbitrary = parameterArbitrary(parameter, known);
    if (!arbitrary && parameter.required)
      return `no value was found for the ${place} parameter ${parameter.name}`;
    if (!arbitrary) continue;
    const weight = place === 'query' && presence === 'most' ? 1 : 3;
    fields[parameter.name] = parameter.required
      ? arbitrary
      : fc.oneof(
          { withCrossShrink: true },
          { arbitrary: fc.constant<unknown>(absent), weight },
          { arbitrary, weight: 2 },
        );
  }
  return fc
    .record(fields)
    .map((values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== absent)));
}

function parameterArbitrary(parameter: Parameter, known: KnownValues): Arbitrary<unknown> | undefined {
  const { name, examples, schema } = parameter;
  const generated = arbitraryOf(carriableSchema(parameter), { known, name });
  const valid = examples.filter((example) => validatorOf(schema).accepts(example));
  // An idempotency key is for one request (draft-ietf-httpapi-idempotency-key-header).
  if (valid.length === 0 || (generated && /^idempotency-key$/i.test(name))) return generated;
  const given = fc.constantFrom(...valid);
  return generated ? fc.oneof({ arbitrary: generated, weight: 2 }, { arbitrary: given, weight: 1 }) : given;
}

function bodyArbitrary(
  { body }: Operation,
  options: CaseOptions,
): Arbitrary<BodyCase | undefined | typeof wrong> | string {
  if (!body) return fc.constant(undefined);
  const arms = body.media.flatMap((media) => mediaArms(media, options));
  if (arms.length === 0) {
    const types = body.media.map(({ type }) => type).join(', ');
    return body.required ? `no body was found for ${types}` : fc.constant(undefined);
  }
  const present = fc.oneof(...arms);
  if (body.required || options.presence === 'most') return present;
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(undefined), weight: 1 },
    { arbitrary: present, weight: 5 },
  );
}

interface Arm {
  readonly arbitrary: Arbitrary<BodyCase | typeof wrong>;
  readonly weight: number;
}

function mediaArms(media: BodyMedia, { presence, known }: CaseOptions): Arm[] {
  const { type, schema, examples } = media;
  const isWritten = formOf(type) !== undefined;
  const generated = isWritten ? arbitraryOf(schema, { presence, known }) : undefined;
  // A media type without an encoder can still be sent with its example.
  const texts = examples.filter((example) => isWritten || typeof example === 'string');
  const validator = validatorOf(schema);
  const toBody = (value: unknown) => (!isWritten || validator.accepts(value) ? { media, value } : wrong);
  const arms = texts.map((example) => ({ arbitrary: fromExample(example, known).map(toBody), weight: 2 }));
  return generated ? [{ arbitrary: generated.map(toBody), weight: 4 }, ...arms] : arms;
}
