import type { RuleCases } from '../rule-cases.js';
import { smallDocument } from '../small-document.js';

const counted = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const deprecation = ['Deprecation', 'Sunset', 'Link'];
const legacy = { 'x-deprecated-at': '2026-08-01T00:00:00Z' };

function answering(status: string, headers: string[], info: object = {}): object {
  const declared = Object.fromEntries(headers.map((header) => [header, { schema: { type: 'string' } }]));
  return smallDocument({
    info,
    operation: { responses: { [status]: { description: 'A response.', headers: declared } } },
  });
}

function refusal(status: string, missing: string): string[] {
  return [`getChat: the ${status} response does not declare ${missing}. Add to its \`headers\`.`];
}

export const declaresResponseHeaders: RuleCases = {
  passes: {
    'a counted answer': answering('200', counted),
    'a refusal of the rate limit': answering('429', [...counted, 'Retry-After']),
    'a refused token, not counted': answering('401', ['X-Request-Id', 'WWW-Authenticate']),
    'a failure of the server': answering('500', ['X-Request-Id']),
    'a legacy answer': answering('200', [...counted, ...deprecation], legacy),
    'a legacy version after its end': answering('410', ['X-Request-Id', 'Link'], legacy),
  },
  fails: {
    'an answer without the request id': {
      document: answering('500', []),
      messages: refusal('500', 'X-Request-Id'),
    },
    'an answer that hides the limit': {
      document: answering('404', ['X-Request-Id']),
      messages: refusal('404', 'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'),
    },
    'a refusal that does not say when to return': {
      document: answering('503', ['X-Request-Id']),
      messages: refusal('503', 'Retry-After'),
    },
    'a refused token without a challenge': {
      document: answering('401', ['X-Request-Id']),
      messages: refusal('401', 'WWW-Authenticate'),
    },
    'a legacy answer that does not warn': {
      document: answering('200', counted, legacy),
      messages: refusal('200', 'Deprecation, Sunset, Link'),
    },
  },
};
