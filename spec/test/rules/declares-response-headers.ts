import type { RuleCases } from '../rule-cases.js';
import { smallDocument } from '../small-document.js';

const counted = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const deprecation = ['Deprecation', 'Sunset', 'Link'];
const legacy = { 'x-deprecated-at': '2026-08-01T00:00:00Z' };

function responding(status: string, headers: string[], info: object = {}): object {
  const declared = Object.fromEntries(headers.map((header) => [header, { schema: { type: 'string' } }]));
  return smallDocument({
    info,
    operation: { responses: { [status]: { description: 'A response.', headers: declared } } },
  });
}

function refusal(status: string, missing: string): string[] {
  return [
    `getChat: the ${status} response does not declare ${missing}. Add it to the \`headers\` of the response.`,
  ];
}

export const declaresResponseHeaders: RuleCases = {
  passes: {
    'a counted response': responding('200', counted),
    'a 429': responding('429', [...counted, 'Retry-After']),
    'a refused token, not counted': responding('401', ['X-Request-Id', 'WWW-Authenticate']),
    'a server error': responding('500', ['X-Request-Id']),
    'a legacy response': responding('200', [...counted, ...deprecation], legacy),
    'a legacy version after its end': responding('410', ['X-Request-Id', 'Link'], legacy),
  },
  fails: {
    'a response without the request id': {
      document: responding('500', []),
      messages: refusal('500', 'X-Request-Id'),
    },
    'a response without the rate limit': {
      document: responding('404', ['X-Request-Id']),
      messages: refusal('404', 'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'),
    },
    'a 429 without Retry-After': {
      document: responding('503', ['X-Request-Id']),
      messages: refusal('503', 'Retry-After'),
    },
    'a refused token without a challenge': {
      document: responding('401', ['X-Request-Id']),
      messages: refusal('401', 'WWW-Authenticate'),
    },
    'a legacy response without a deprecation': {
      document: responding('200', counted, legacy),
      messages: refusal('200', 'Deprecation, Sunset, Link'),
    },
  },
};
