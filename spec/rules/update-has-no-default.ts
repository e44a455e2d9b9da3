import { followReference } from './follow-reference.js';
import { nameOperation } from './name-operation.js';
import { readJsonSchema } from './read-responses.js';
import type { Context, JsonObject, Rule } from './redocly-plugin.js';
import { suggestName } from './suggest-name.js';
import { walkSchemas } from './walk-schemas.js';

/**
 * The validator writes a default into the body, so an update that leaves the field out would change it. `updating` lists the
 * POST operations that change something that exists, each with the fields whose default is meant: they say what to do, and
 * are not stored. A name there that the document does not have is refused, because the operation that was meant is not checked.
 */
export const updateHasNoDefault: Rule<{ updating?: Readonly<Record<string, readonly string[]>> }> = ({
  updating = {},
}) => {
  const posts = new Set<string>();
  return {
    Paths: {
      Operation(operation, context) {
        const id = String(operation.operationId);
        const exempt = Object.hasOwn(updating, id) ? updating[id] : undefined;
        if (context.key === 'post') posts.add(id);
        else if (context.key !== 'put' && context.key !== 'patch') return;
        if (context.key === 'post' && exempt === undefined) return;
        checkBody(operation, exempt ?? [], context);
      },
      leave(_paths, context) {
        for (const id of Object.keys(updating)) {
          if (posts.has(id)) continue;
          const meant = suggestName(id, posts);
          context.report({
            message: `\`updating\` in redocly.yaml names ${id}, and no POST has this operationId. ${meant ? `Did you mean ${meant}?` : 'Remove it there.'}`,
          });
        }
      },
    },
  };
};

function checkBody(operation: JsonObject, exempt: readonly string[], context: Context): void {
  const name = nameOperation(operation, context);
  const body = followReference(operation.requestBody, context.location.child(['requestBody']), context);
  const start = body && readJsonSchema(body, context);
  const fields = new Set<string>();
  for (const { node, location } of start ? walkSchemas(start, context) : []) {
    if (!('default' in node)) continue;
    const [field = ''] = /[^/]+$/.exec(location.absolutePointer) ?? [];
    fields.add(field);
    if (exempt.includes(field)) continue;
    context.report({
      message: `${name}: an update has the default ${JSON.stringify(node.default)}, which would overwrite a field that the caller leaves out. Remove \`default\`.`,
      location: location.child(['default']),
    });
  }
  for (const field of exempt.filter((one) => !fields.has(one))) {
    context.report({
      message: `${name}: \`updating\` in redocly.yaml names the field \`${field}\`, which has no default in the body. Remove it there.`,
    });
  }
}
