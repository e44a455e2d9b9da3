/** Returns an error and the errors that caused it. Prisma and the pools wrap the errors of the driver. */
export function causesOf(error: unknown): readonly Record<string, unknown>[] {
  const seen = new Set<Record<string, unknown>>();
  const open = [error];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (!hasProperties(one) || seen.has(one)) continue;
    seen.add(one);
    open.push(one.cause, ...(Array.isArray(one.errors) ? one.errors : []), ...driverCauses(one));
  }
  return [...seen];
}

/** Prisma stores the driver's error in its metadata. */
function driverCauses({ meta }: Record<string, unknown>): unknown[] {
  return hasProperties(meta) ? [meta.driverAdapterError] : [];
}

function hasProperties(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
