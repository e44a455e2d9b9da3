import type { RequestCase } from '../request/request-case.js';
import type { Attempt, ListAttempts } from './attempt.js';
import { extraKey, prototypeKeys } from './extra-keys.js';
import type { Mutation } from './mutation.js';

/** A query key that nobody declared: only a document that closes its requests says that it is refused. */
export const unknownQueryKey: ListAttempts = ({ isQueryClosed }, valid) => [
  addKey(valid, { key: extraKey, must: isQueryClosed ? 'reject' : 'respond' }),
];

/** Readers of queries leave these keys out, so that a server need not know of them. */
export const prototypeQueryKey: ListAttempts = (_, valid) =>
  prototypeKeys.map((key) => addKey(valid, { key, inner: '[isAdmin]', must: 'respond' }));

function addKey(
  valid: RequestCase,
  { key, inner = '', must }: { key: string; inner?: string; must: Mutation['must'] },
): Attempt {
  const mutated = {
    must,
    field: { in: 'query', path: [key], least: 1 },
    description: `the query has the key ${key}, which is not declared`,
    case: valid,
    addedQuery: [[`${key}${inner}`, 'true']],
  } as const;
  return { name: `query ${key}`, place: 'query', mutate: () => mutated };
}
