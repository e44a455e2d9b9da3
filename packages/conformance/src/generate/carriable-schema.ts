import { asObject, type JsonObject } from '@parley/validation';
import type { Parameter, ParameterPlace } from '../document/operation.js';
import { expandSchema } from '../schema/expand-schema.js';
import { typesOf } from '../schema/types-of.js';

/** The schema of a parameter, with free texts limited to what its place can carry. */
export function carriableSchema({ in: place, schema, mediaType }: Parameter): JsonObject {
  const carried = patterns[place];
  const flats = expandSchema(schema, asObject(schema.$defs));
  const isFree = flats.every(({ pattern, format }) => pattern === undefined && format === undefined);
  const isText = flats.some((flat) => (typesOf(flat) ?? ['string']).includes('string'));
  if (carried === undefined || mediaType !== undefined || !isFree || !isText) return schema;
  const { $defs, ...own } = schema;
  return { allOf: [own, { pattern: carried }], $defs };
}

const patterns: Readonly<Record<ParameterPlace, string | undefined>> = {
  query: undefined,
  // A slash, however it is written, may be another path to what stands in front of a server.
  path: '^[A-Za-z0-9_~é -]{1,40}$',
  header: '^[!-~]+$',
  cookie: '^[A-Za-z0-9_-]+$',
};
