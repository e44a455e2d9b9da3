import { nameOperation } from './name-operation.js';
import { objectOf } from './read-json.js';
import { readResponses } from './read-responses.js';
import type { Rule } from './redocly-plugin.js';

const rateLimitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const deprecationHeaders = ['Deprecation', 'Sunset', 'Link'];

/** Requests are counted after authentication (401, 410), and a failing server (500, 503) may not know the count. */
const statusesWithoutRateLimit = new Set(['401', '410', '500', '503']);

/** A response declares the rate limit headers wherever the server sends them. */
export const declaresResponseHeaders: Rule = () => {
  let isDeprecated = false;
  return {
    Root(root) {
      isDeprecated = 'x-deprecated-at' in objectOf(root.info);
    },
    Paths: {
      Operation(operation, context) {
        for (const { status, node, location } of readResponses(operation, context)) {
          const declared = Object.keys(objectOf(node.headers)).map((header) => header.toLowerCase());
          const missing = expectedHeaders(status, isDeprecated).filter(
            (header) => !declared.includes(header.toLowerCase()),
          );
          if (missing.length === 0) continue;
          context.report({
            message: `${nameOperation(operation, context)}: the ${status} response does not declare ${missing.join(', ')}. Add it to the \`headers\` of the response.`,
            location,
          });
        }
      },
    },
  };
};

function expectedHeaders(status: string, isDeprecated: boolean): string[] {
  return [
    'X-Request-Id',
    ...(statusesWithoutRateLimit.has(status) ? [] : rateLimitHeaders),
    ...(status === '429' || status === '503' ? ['Retry-After'] : []),
    ...(status === '401' ? ['WWW-Authenticate'] : []),
    ...(isDeprecated ? (status === '410' ? ['Link'] : deprecationHeaders) : []),
  ];
}
