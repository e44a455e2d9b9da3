import { asObject, type JsonObject } from '@parley/validation';
import type { Parameter, ParameterLocation } from '../document/operation.js';
import { expandSchema } from '../schema/expand-schema.js';
import { typesOf } from '../schema/types-of.js';

/** Returns the schema of a parameter, with free texts limited to characters that its location allows. */
export function carriableSchema({ in: place, schema, mediaType }: Parameter): JsonObject {
  const carried = patterns[place];
  const flats = expandSchema(schema, asObject(schema.$defs));
  const isFree = flats.every(({ pattern, format }) => pattern === undefined && format === undefined);
  const isText = flats.some((flat) => (typesOf(flat) ?? ['string']).includes('string'));
  if (carried === undefined || mediaType !== undefined || !isFree || !isText) return schema;
  const { $defs, ...own } = schema;
  return { allOf: [own, { pattern: carried }], $defs };
}

const patterns: Readonly<Record<ParameterLocation, string | undefined>> = {
  query: undefined,
  // A proxy may read a slash, even an encoded one, as another path.
  path: '^[A-Za-z0-9_~é -]{1,40}$',
  header: '^[!-~]+$',
  cookie: '^[A-Za-z0-9_-]+$',
};
