import type { Change } from './change.js';
import { checkPolicyChanges } from './check-policy-changes.js';
import { compareComponents } from './comparison/compare-components.js';
import { compareEvents } from './comparison/compare-events.js';
import { compareOperations } from './comparison/compare-operations.js';
import { compareSecuritySchemes } from './comparison/compare-security.js';
import { compareDocumentServers } from './comparison/compare-servers.js';
import { compareTexts } from './comparison/compare-texts.js';
import { compareUnknownKeys } from './comparison/compare-unknown-keys.js';
import { groupChanges } from './comparison/group-changes.js';
import { createUnchanged } from './comparison/is-unchanged.js';
import { isSame } from './comparison/read-core.js';
import { listOperations } from './list-operations.js';
import type { ContractDocument } from './read-document.js';

/** Every change from one bundled document to another; breaking changes are marked. */
export function compareDocuments(base: ContractDocument, head: ContractDocument): Change[] {
  const isUnchanged = createUnchanged(base, head);
  const found = [
    ...compareOperations(base, head, isUnchanged),
    ...compareEvents(base, head, isUnchanged),
    // Operations come first, so that a change is reported where it affects a partner.
    ...compareComponents(base, head, isUnchanged),
    ...compareSecuritySchemes(base, head),
    ...compareDocumentServers(base, head),
    ...compareUnknownKeys(base, head, isUnchanged),
    ...checkPolicyChanges(base, head),
    ...compareTexts(base, head),
  ];
  const changes = groupChanges(found, base, head);
  return changes.length > 0 || isSame(withoutVersion(base), withoutVersion(head)) ? changes : [unseen];
}

/** The change of a document in which no comparison found a change. Its version must be raised. */
const unseen: Change = {
  rule: 'document-changed',
  location: 'document',
  sentence: 'The document changed in a part that no partner depends on.',
  severity: 'other',
};

function withoutVersion(document: ContractDocument): object {
  const { version: _, ...info } = document.info;
  return { ...document, info };
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
