import { isObject } from '@parley/validation/json';

/**
 * Rewrites alternatives with a discriminating constant, such as the step types of an automation, so that a value is
 * validated only against the alternative that its constant names. With `oneOf`, the errors of all other alternatives
 * would be reported too.
 */
export function selectByDiscriminator(value: unknown, resolve: (reference: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => selectByDiscriminator(item, resolve));
  if (!isObject(value)) return value;
  const converted = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, selectByDiscriminator(item, resolve)]),
  );
  if (!Array.isArray(value.oneOf) || value.oneOf.length < 2) return converted;
  const branches = value.oneOf.map((branch: unknown) => ({ branch, tags: findTags(branch, resolve) }));
  const tag = [...(branches[0]?.tags.keys() ?? [])].find((name) =>
    branches.every(({ tags }) => tags.has(name)),
  );
  if (tag === undefined) return converted;
  const { oneOf: _oneOf, discriminator: _discriminator, ...rest } = converted;
  const names = branches.map(({ tags }) => tags.get(tag));
  return {
    ...rest,
    type: 'object',
    required: [tag],
    properties: { [tag]: { type: 'string', enum: names } },
    allOf: branches.map(({ branch }, index) => ({
      if: { required: [tag], properties: { [tag]: { const: names[index] } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: selectByDiscriminator(branch, resolve),
    })),
  };
}

/** Finds the required properties of a schema that allow only one value, with that value. */
function findTags(branch: unknown, resolve: (reference: string) => unknown): ReadonlyMap<string, string> {
  const schema = isObject(branch) && typeof branch.$ref === 'string' ? resolve(branch.$ref) : branch;
  if (!isObject(schema) || !isObject(schema.properties) || !Array.isArray(schema.required)) return new Map();
  const { required } = schema;
  const constants = Object.entries(schema.properties).flatMap(([name, property]) =>
    required.includes(name) && isObject(property) && typeof property.const === 'string'
      ? [[name, property.const] as const]
      : [],
  );
  return new Map(constants);
}
