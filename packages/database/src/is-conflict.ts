import { causesOf } from './causes-of.js';

const conflictCodes = new Set<unknown>(['40P01', '40001', 'P2034']);

/**
 * Whether a transaction was rolled back only because of a concurrent one: a deadlock (SQLSTATE 40P01) or a
 * serialization failure (40001), including Prisma's forms of these errors.
 */
export function isConflict(error: unknown): boolean {
  return causesOf(error).some(
    ({ code, originalCode, kind }) =>
      conflictCodes.has(code) || conflictCodes.has(originalCode) || kind === 'TransactionWriteConflict',
  );
}
