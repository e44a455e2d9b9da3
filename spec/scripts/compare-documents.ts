import type { Change } from './change.js';
import { checkPolicyChanges } from './check-policy-changes.js';
import { checkResponseFields } from './check-response-fields.js';
import { judgeRedoclyChange } from './judge-redocly-change.js';
import { listOperations } from './list-operations.js';
import { type ContractDocument, readDocument } from './read-document.js';
import { runRedoclyDiff } from './run-redocly-diff.js';

/** Every change from one bundled document to another; breaking changes are marked. */
export async function compareDocuments(baseFile: string, headFile: string): Promise<Change[]> {
  const [base, head] = await Promise.all([readDocument(baseFile), readDocument(headFile)]);
  // These checks come first, because Redocly takes seconds, and they refuse a document whose policy cannot be compared.
  const policyChanges = checkPolicyChanges(base, head);
  const differences = await runRedoclyDiff(baseFile, headFile);
  const judged = differences.flatMap(judgeRedoclyChange);
  const removed = judged.filter(({ rule }) => rule === 'property-removed').map(({ location }) => location);
  return [...judged, ...checkResponseFields(base, head, new Set(removed)), ...policyChanges];
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
