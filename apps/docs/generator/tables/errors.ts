import type { OperationEntry } from '../list-entries.js';
import { code, operationLink, renderTable } from '../markdown.js';
import type { Failure } from '../read-failures.js';

/** Renders every error of a version, and the operations that return it. */
export function renderErrors(entries: readonly OperationEntry[]): string {
  const keys = new Map<string, Failure[]>();
  for (const failure of entries.flatMap(({ failures }) => failures)) {
    const { status, messageKey } = failure;
    keys.set(`${status} ${messageKey}`, [...(keys.get(`${status} ${messageKey}`) ?? []), failure]);
  }
  const rows = [...keys.values()]
    .map((failures) => describeFailures(failures, entries))
    .sort((one, other) => one.status - other.status || one.messageKey.localeCompare(other.messageKey))
    .map(({ status, messageKey, message, where }) => [status, code(messageKey), message, where]);
  return renderTable(['Status', '`messageKey`', '`message`', 'From'], rows);
}

function describeFailures([failure, ...others]: readonly Failure[], entries: readonly OperationEntry[]) {
  if (!failure) throw new Error('The document has no failure for an error key.');
  const { status, messageKey } = failure;
  const message = [failure, ...others].find((one) => one.message !== '')?.message ?? '';
  return { status, messageKey, message, where: nameOperations(messageKey, entries) };
}

/** Returns the names of a few operations, or their number if there are many. */
function nameOperations(messageKey: string, entries: readonly OperationEntry[]): string {
  const callers = entries.filter(({ failures }) => failures.some((one) => one.messageKey === messageKey));
  if (callers.length === entries.length) return 'every operation';
  if (callers.length > 4) return `${callers.length} operations`;
  return callers.map(operationLink).join(', ');
}
