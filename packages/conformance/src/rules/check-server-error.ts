import type { WireResponse } from '../wire/wire-response.js';
import { excerpt } from './excerpt.js';
import type { Violation } from './violation.js';

/** Checks that the server did not fail, whatever the request was. */
export function checkServerError(response: WireResponse): Violation[] {
  if (response.status < 500) return [];
  return [
    {
      rule: 'no-server-error',
      key: `no-server-error ${response.status}`,
      expected: 'any status below 500',
      received: `${response.status} ${excerpt(response)}`,
    },
  ];
}
