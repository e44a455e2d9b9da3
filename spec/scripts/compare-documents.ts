import type { Change } from './change.js';
import { checkPolicyChanges } from './check-policy-changes.js';
import { checkResponseFields } from './check-response-fields.js';
import { judgeRedoclyChange } from './judge-redocly-change.js';
import { listOperations } from './list-operations.js';
import { type ContractDocument, readDocument } from './read-document.js';
import { runRedoclyDiff } from './run-redocly-diff.js';

/** Every change from one bundled document to another; breaking changes are marked. */
export async function compareDocuments(baseFile: string, headFile: string): Promise<Change[]> {
  const [differences, base, head] = await Promise.all([
    runRedoclyDiff(baseFile, headFile),
    readDocument(baseFile),
    readDocument(headFile),
  ]);
  const judged = differences.flatMap(judgeRedoclyChange);
  const removed = judged.filter(({ rule }) => rule === 'property-removed').map(({ location }) => location);
  return [...judged, ...checkResponseFields(base, head, new Set(removed)), ...checkPolicyChanges(base, head)];
}

/** Without an earlier release, the whole document is new. */
export function listAsAdditions(document: ContractDocument): Change[] {
  return listOperations(document).map(({ location, operationId }) => ({
    rule: 'operation-added',
    location,
    sentence: `Operation \`${operationId}\` was added.`,
    severity: 'addition',
  }));
}
