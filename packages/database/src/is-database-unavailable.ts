import { causesOf } from './causes-of.js';

/** Whether an error means that the database is temporarily unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causesOf(error).some(isUnavailable);
}

function isUnavailable(error: Record<string, unknown>): boolean {
  const { code, originalCode, kind, message } = error;
  return (
    [code, originalCode].some((value) => typeof value === 'string' && unavailableCodes.test(value)) ||
    (typeof kind === 'string' && unavailableKinds.has(kind)) ||
    (error instanceof Error && typeof message === 'string' && unavailableMessages.test(message))
  );
}

/** System errors; SQLSTATE classes 08 and 53, 57014, 57P01–57P05, 25006, and 40001 and 40P01; Prisma's own codes. */
const unavailableCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENETRESET|EHOSTDOWN|EPROTO|ERR_SSL_\w+|ENOTFOUND|EAI_AGAIN|ENOENT|08\w{3}|53\w{3}|57014|57P0[1-5]|25006|40001|40P01|P100[1278]|P1017|P2024|P2028|P2034)$/;

/** The names of these errors in Prisma's driver adapter. */
const unavailableKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionAlreadyClosed',
]);

/** `pg` has no code for these errors, and the code of a database that accepts no connections has other meanings too. */
const unavailableMessages =
  /^(?:database "[^"]*" is not currently accepting connections|Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;
