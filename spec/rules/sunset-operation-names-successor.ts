import { nameOperation } from './name-operation.js';
import { isObject, objectOf, stringsOf } from './read-json.js';
import type { Context, JsonObject, Rule } from './redocly-plugin.js';
import { suggestName } from './suggest-name.js';

/**
 * A version that ends declares the replacement of each operation, event and field. Whether they exist in the other
 * version is checked when both are bundled (scripts/migration).
 */
export const sunsetOperationNamesSuccessor: Rule = () => {
  let hasEnd = false;
  const visitOperation = (operation: JsonObject, context: Context): void => {
    if (!hasEnd || 'x-successor' in operation) return;
    context.report({
      message: `${nameOperation(operation, context)}: this version ends, so \`x-successor\` must name its replacement, or be \`null\` if there is none.`,
    });
  };
  return {
    Root(root) {
      hasEnd = 'x-sunset-at' in objectOf(root.info);
    },
    Paths: { Operation: visitOperation },
    WebhooksMap: { Operation: visitOperation },
    Schema(schema, context) {
      const fields = objectOf(objectOf(schema['x-successor']).fields);
      const properties = objectOf(schema.properties);
      for (const [name, field] of Object.entries(fields)) {
        const problem = findProblem(name, field, properties);
        const location = context.location.child(['x-successor', 'fields', name]);
        if (problem !== undefined) context.report({ message: problem, location });
      }
    },
  };
};

function findProblem(name: string, field: unknown, properties: JsonObject): string | undefined {
  const property = properties[name];
  if (property === undefined) {
    const nearest = suggestName(name, Object.keys(properties));
    const hint = nearest ? `Did you mean \`${nearest}\`?` : 'Remove it.';
    return `\`x-successor\` names the field \`${name}\`, which the schema does not have. ${hint}`;
  }
  const known = listValues(property);
  if (!isObject(field) || !isObject(field.values) || known.length === 0) return undefined;
  const missing = known.filter((value) => !(value in objectOf(field.values)));
  if (missing.length === 0) return undefined;
  return `\`x-successor\` has no replacement for ${missing.map((value) => `\`${value}\``).join(', ')} of the field \`${name}\`.`;
}

/** Lists the values of the property itself; values behind a reference are checked with the other version. */
function listValues(property: unknown): string[] {
  const { type, enum: values, const: constant } = objectOf(property);
  if (type === 'boolean') return ['true', 'false'];
  return typeof constant === 'string' ? [constant] : stringsOf(values);
}
