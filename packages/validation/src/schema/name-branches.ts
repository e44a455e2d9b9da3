import { type Document, findReference } from '../document/document.js';
import { asObject, isObject, type JsonObject, own } from '../document/json.js';

/**
 * Adds to each branch of a discriminated union what OpenAPI only implies: the discriminator property is present and its
 * value selects the branch. Validators ignore `discriminator`.
 */
export function nameBranches(document: Document, schema: JsonObject): JsonObject {
  const { propertyName, mapping } = asObject(schema.discriminator);
  const union = Array.isArray(schema.oneOf) ? 'oneOf' : 'anyOf';
  const branches = schema[union];
  if (typeof propertyName !== 'string' || !Array.isArray(branches)) return schema;
  const named = branches.map((branch) => {
    const reference = isObject(branch) && typeof branch.$ref === 'string' ? branch.$ref : undefined;
    if (reference === undefined || saysItself(document, { reference, propertyName })) return branch;
    const names = namesOf(reference, asObject(mapping));
    return { allOf: [branch, { required: [propertyName], properties: { [propertyName]: { enum: names } } }] };
  });
  return { ...schema, [union]: named };
}

function saysItself(
  document: Document,
  { reference, propertyName }: { reference: string; propertyName: string },
): boolean {
  const property = asObject(
    own(asObject(asObject(findReference(document, reference)).properties), propertyName),
  );
  return property.const !== undefined || Array.isArray(property.enum);
}

function namesOf(reference: string, mapping: JsonObject): string[] {
  const name = reference.split('/').at(-1) ?? reference;
  const mapped = Object.entries(mapping)
    .filter(([, target]) => target === reference || target === name)
    .map(([key]) => key);
  return mapped.length > 0 ? mapped : [name];
}
