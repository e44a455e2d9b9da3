import { followReference } from './follow-reference.js';
import { nameOperation } from './name-operation.js';
import { readJsonSchema } from './read-responses.js';
import type { Rule } from './redocly-plugin.js';
import { walkSchemas } from './walk-schemas.js';

/**
 * The validator writes a default into the body, so an update that leaves the field out would change it. `updating` lists the
 * POST operations that change something that exists, each with the fields whose default is meant: they say what to do, and
 * are not stored.
 */
export const updateHasNoDefault: Rule<{ updating?: Readonly<Record<string, readonly string[]>> }> = ({
  updating = {},
}) => ({
  Paths: {
    Operation(operation, context) {
      const exempt = updating[String(operation.operationId)];
      if (context.key !== 'put' && context.key !== 'patch' && exempt === undefined) return;
      const body = followReference(operation.requestBody, context.location.child(['requestBody']), context);
      const start = body && readJsonSchema(body, context);
      for (const { node, location } of start ? walkSchemas(start, context) : []) {
        const [field] = /[^/]+$/.exec(location.absolutePointer) ?? [];
        if (!('default' in node) || exempt?.includes(field ?? '')) continue;
        context.report({
          message: `${nameOperation(operation, context)}: an update has the default ${JSON.stringify(node.default)}, which would overwrite a field that the caller leaves out. Remove \`default\`.`,
          location: location.child(['default']),
        });
      }
    },
  },
});
