import type { ApiVersion } from '../wire/versions.js';
import type { Explanation } from './compare-coverage.js';

/** Declared because the specification lists seven errors for every operation; here is why some cannot happen. */
export const explanations: readonly Explanation[] = [
  ...explain(402, 'no plan lacks this operation: it has no plan feature', {
    v3: [
      'getChat',
      'deleteChat',
      'changeChatStatus',
      'addContactLabels',
      'deleteMessageTemplate',
      'getFilePublicUrl',
    ],
    v2: ['listAttributes', 'createAttribute', 'deleteAttribute'],
  }),
  ...explain(404, 'the operation names no contact, and a deletion finds or does not find', {
    v3: ['deleteChat', 'searchAutomations', 'deleteApiWebhook', 'deleteMessageTemplate'],
    v2: [
      'listApiWebhooks',
      'createApiWebhook',
      'deleteApiWebhook',
      'listAttributes',
      'createAttribute',
      'deleteAttribute',
    ],
  }),
];

function explain(
  status: number,
  reason: string,
  operations: Partial<Record<ApiVersion, readonly string[]>>,
): Explanation[] {
  return Object.entries(operations).flatMap(([version, operationIds]) =>
    // The keys are those of the record above.
    operationIds.map((operationId) => ({ version: version as ApiVersion, operationId, status, reason })),
  );
}
