/** Whether an error says that the database cannot be used now, and may be in a moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const seen = new Set<unknown>();
  const open = [error];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (!isObject(one) || seen.has(one)) continue;
    seen.add(one);
    if (isAway(one)) return true;
    open.push(one.cause, ...(Array.isArray(one.errors) ? one.errors : []), ...driverCauses(one));
  }
  return false;
}

function isAway(error: Record<string, unknown>): boolean {
  const { code, originalCode, kind, message } = error;
  return (
    [code, originalCode].some((value) => typeof value === 'string' && awayCodes.test(value)) ||
    (typeof kind === 'string' && awayKinds.has(kind)) ||
    (error instanceof Error && typeof message === 'string' && awayMessages.test(message))
  );
}

/** System errors; SQLSTATE classes 08 and 53, 57014, 57P01–57P05, 25006, and 40001 and 40P01; Prisma's own codes. */
const awayCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|08\w{3}|53\w{3}|57014|57P0[1-5]|25006|40001|40P01|P100[1278]|P1017|P2024|P2028|P2034)$/;

/** What Prisma's driver adapter calls them. */
const awayKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionAlreadyClosed',
]);

/** `pg` gives these no code; a database that is closed to everybody has one that means many other things too. */
const awayMessages =
  /^(?:database "[^"]*" is not currently accepting connections|Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after calling end)/;

/** Prisma hides the driver's error in its metadata. */
function driverCauses({ meta }: Record<string, unknown>): unknown[] {
  return isObject(meta) ? [meta.driverAdapterError] : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
