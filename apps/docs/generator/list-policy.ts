import type { OperationEntry } from './list-entries.js';
import { code, formatBytes } from './markdown.js';

export const policyHead = ['Policy', 'Of this operation'] as const;

/** Lists what the server requires from a caller, as rows of a table. */
export function listPolicy(entry: OperationEntry): string[][] {
  const { scopes, planFeature, bodyLimitBytes, idempotent, filterFields, successor, failures } = entry;
  const takesBody = failures.some(({ messageKey }) => messageKey === 'payload_too_large');
  return [
    ['Scope', scopes.map(code).join(' and ')],
    ['Plan', planFeature ? `one with the feature ${code(planFeature)}` : 'any'],
    ...(takesBody ? [['Largest body', formatBytes(bodyLimitBytes)]] : []),
    ...(idempotent ? [['Retries', `safe with ${code('Idempotency-Key')}`]] : []),
    ...(filterFields
      ? [['Filter and sort by', Object.entries(filterFields).map(describeField).join(', ')]]
      : []),
    ...(successor ? [['On v3', code(successor)]] : []),
  ];
}

function describeField([name, kind]: [string, string]): string {
  return `${code(name)} (${kind})`;
}
