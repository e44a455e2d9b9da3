import type { ContractDocument } from '../read-document.js';
import { compareEach, type Operation, pairOf } from './compare-each.js';
import { compareOperationId } from './compare-operation-id.js';
import { compareParameters } from './compare-parameters.js';
import { compareRequestBody } from './compare-request-body.js';
import { compareResponses } from './compare-responses.js';
import { compareSecurity } from './compare-security.js';
import { compareOwnServers } from './compare-servers.js';
import type { IsUnchanged } from './is-unchanged.js';
import { type Located, pairAt, type Subject } from './located.js';

/** Compares the operations that partners call. */
export function compareOperations(
  base: ContractDocument,
  head: ContractDocument,
  isUnchanged: IsUnchanged,
): Located[] {
  return compareEach(base, head, isUnchanged, {
    area: 'paths',
    noun: 'operation',
    nameOf: ({ method, path, value }) => ({
      location: `${method.toUpperCase()} ${path}`,
      user: String(value.operationId),
    }),
    compare: (subject, before, after) => {
      const isSameText = isUnchanged(
        [base.security, ...readTexts(before)],
        [head.security, ...readTexts(after)],
      );
      if (isSameText) return [];
      return compareOperation(subject, before, after);
    },
  });
}

/** Returns the parts of an operation that are compared. */
function readTexts({ path, value, item }: Operation): unknown[] {
  return [path, value, item.value.parameters, item.value.servers];
}

function compareOperation(subject: Subject, before: Operation, after: Operation): Located[] {
  const pair = pairOf(before, after);
  const holders = { before: [before.item, before], after: [after.item, after] };
  return [
    ...comparePath(subject, before, after),
    ...compareOperationId(subject, before, after),
    ...compareParameters(subject, holders, 'request'),
    ...compareRequestBody(subject, pairAt(pair, 'requestBody'), 'request'),
    ...compareResponses(subject, pairAt(pair, 'responses')),
    ...compareSecurity(subject, before.value, after.value),
    ...compareOwnServers(
      { document: subject.base, path: before.item.value, operation: before.value },
      { document: subject.head, path: after.item.value, operation: after.value },
      subject,
    ),
  ];
}

/** Typed clients call an operation by its path template. */
function comparePath(
  { location, user }: Subject,
  { path: was }: Operation,
  { path: is }: Operation,
): Located[] {
  if (was === is) return [];
  const sentence = `The path template changed from \`${was}\` to \`${is}\`.`;
  return [{ rule: 'path-template-changed', severity: 'breaking', sentence, location, user }];
}
