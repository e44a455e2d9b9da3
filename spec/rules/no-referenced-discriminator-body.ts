import { followReference } from './follow-reference.js';
import { nameOperation } from './name-operation.js';
import { isObject, objectOf } from './read-json.js';
import type { Rule } from './redocly-plugin.js';

/** express-openapi-validator accepts only the first branch of a body that refers to a `oneOf` with a discriminator. */
export const noReferencedDiscriminatorBody: Rule = () => ({
  Paths: {
    Operation(operation, context) {
      const body = followReference(operation.requestBody, context.location.child(['requestBody']), context);
      const isReferenced = isObject(operation.requestBody) && '$ref' in operation.requestBody;
      for (const [mediaType, content] of Object.entries(objectOf(body?.node.content))) {
        const schema = objectOf(content).schema;
        const at = body?.location.child(['content', mediaType, 'schema']);
        const followed = at && followReference(schema, at, context);
        if (!followed || !('discriminator' in followed.node)) continue;
        if (!isReferenced && isObject(schema) && !('$ref' in schema)) continue;
        context.report({
          message: `${nameOperation(operation, context)}: the request body refers to a schema with a discriminator, of which only the first branch would be accepted. Write the oneOf inline, or omit the discriminator.`,
          location: at,
        });
      }
    },
  },
});
