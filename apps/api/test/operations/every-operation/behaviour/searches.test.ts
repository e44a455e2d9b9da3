import { describe } from '@jest/globals';
import { fields, hasCursor, isFeed } from './search-calls.js';
import { describeSearches } from './searches.js';

/** One field of each kind: of contacts, whose search has the most, of another one, of one by cursor and of the feed. */
const typical = new Map(
  fields.toReversed().map((field) => [`${groupOf(field.operationId)} ${field.kind}`, field]),
);

function groupOf(operationId: string): string {
  if (isFeed(operationId)) return 'feed';
  if (hasCursor(operationId)) return 'cursor';
  return operationId === 'searchContacts' ? 'contacts' : 'pages';
}

describe('searches', () => describeSearches([...typical.values()]));
