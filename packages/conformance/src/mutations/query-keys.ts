import type { RequestCase } from '../request/request-case.js';
import type { Attempt, ListAttempts } from './attempt.js';
import { extraKey, prototypeKeys } from './extra-keys.js';
import type { Mutation } from './mutation.js';

/** Adds an undeclared query key. It must be refused only if the document closes its requests. */
export const unknownQueryKey: ListAttempts = ({ isQueryClosed }, valid) => [
  addKey(valid, { key: extraKey, must: isQueryClosed ? 'reject' : 'respond' }),
];

/** Query parsers drop these keys, so a server may never see them. */
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
