import type { JsonObject } from '../document/json.js';

/** Translates keywords of OpenAPI 3.0 and older drafts to JSON Schema 2020-12. */
export function upgradeSchema(schema: JsonObject): JsonObject {
  const { nullable, example, additionalItems, ...rest } = schema;
  const upgraded: JsonObject = { ...rest };
  if (example !== undefined && rest.examples === undefined) upgraded.examples = [example];
  if (nullable === true) allowNull(upgraded);
  if (Array.isArray(rest.items)) {
    upgraded.prefixItems = rest.items;
    if (additionalItems === undefined) delete upgraded.items;
    else upgraded.items = additionalItems;
  }
  upgradeBound(upgraded, { bound: 'minimum', exclusive: 'exclusiveMinimum' });
  upgradeBound(upgraded, { bound: 'maximum', exclusive: 'exclusiveMaximum' });
  return upgraded;
}

function allowNull(schema: JsonObject): void {
  if (schema.type !== undefined) schema.type = [schema.type, 'null'].flat();
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
}

/** In older drafts `exclusiveMinimum: true` made `minimum` exclusive; now it is a number itself. */
function upgradeBound(schema: JsonObject, { bound, exclusive }: { bound: string; exclusive: string }): void {
  if (typeof schema[exclusive] !== 'boolean') return;
  if (schema[exclusive] === true && schema[bound] !== undefined) {
    schema[exclusive] = schema[bound];
    delete schema[bound];
  } else {
    delete schema[exclusive];
  }
}
