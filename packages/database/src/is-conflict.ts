/**
 * Whether a transaction was rolled back only because of a concurrent one: a deadlock (SQLSTATE 40P01) or a
 * serialization failure (40001), including Prisma's forms of these errors.
 */
export function isConflict(error: unknown): boolean {
  if (!hasProperties(error)) return false;
  const { code, originalCode, kind, cause, meta } = error;
  return (
    [code, originalCode].some((value) => conflictCodes.has(value)) ||
    kind === 'TransactionWriteConflict' ||
    isConflict(cause) ||
    (hasProperties(meta) && isConflict(meta.driverAdapterError))
  );
}

const conflictCodes = new Set<unknown>(['40P01', '40001', 'P2034']);

function hasProperties(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
