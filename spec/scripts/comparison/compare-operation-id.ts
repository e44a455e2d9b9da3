import type { Operation } from './compare-each.js';
import type { Located, Subject } from './located.js';

/** Generated clients name their methods by `operationId`, and the published types name an operation or event by it. */
export function compareOperationId(
  { location, user }: Pick<Subject, 'location' | 'user'>,
  { value: { operationId: was } }: Operation,
  { value: { operationId: is } }: Operation,
): Located[] {
  if (was === is) return [];
  const sentence = `\`operationId\` changed from \`${was}\` to \`${is}\`.`;
  return [{ rule: 'operation-id-changed', severity: 'breaking', sentence, location, user }];
}
