import type { Prisma } from '@parley/database';

/** Returns a value as a JSON column stores it: absent keys are left out. */
export function toJson(value: object): Prisma.InputJsonValue {
  return JSON.parse(JSON.stringify(value));
}
