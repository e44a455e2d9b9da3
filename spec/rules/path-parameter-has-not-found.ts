import { nameOperation } from './name-operation.js';
import { readMessageKeys, readResponses } from './read-responses.js';
import type { Rule } from './redocly-plugin.js';

/** An operation on one record declares its 404. A deletion succeeds even if the record is missing. */
export const pathParameterHasNotFound: Rule = () => {
  let path = '';
  return {
    Paths: {
      PathItem: {
        enter(_item, { key }) {
          path = String(key);
        },
        Operation(operation, context) {
          if (context.key === 'delete') return;
          const keys = readResponses(operation, context)
            .filter(({ status }) => status === '404')
            .flatMap((response) => readMessageKeys(response, context));
          for (const [, resource = ''] of path.matchAll(/\{(\w+)Id\}/g)) {
            const missing = `${toSnakeCase(resource)}_not_found`;
            // Keys may begin with more words than the parameter: `webhookId` can be the id of an `api_webhook`, and
            // `runId` is the id of an `automation_run`.
            if (keys.some((key) => key.endsWith(missing))) continue;
            const file = `${resource.charAt(0).toUpperCase()}${resource.slice(1)}NotFound.yaml`;
            context.report({
              message: `${nameOperation(operation, context)} does not declare 404 \`${missing}\` for \`{${resource}Id}\`. Add \`'404': { $ref: ../components/responses/${file} }\` to its \`responses\`.`,
              location: context.location.child(['responses']).key(),
            });
          }
        },
      },
    },
  };
};

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
