import { randomInt } from 'node:crypto';
import { v5, v7 } from 'uuid';

export function newId(): string {
  return v7();
}

/** Returns two ids of this time, by the clock of the caller, the first before the second. */
export function newIdsAt(at: Date): readonly [string, string] {
  const msecs = at.getTime();
  const seq = randomInt(2 ** 32 - 1);
  return [v7({ msecs, seq }), v7({ msecs, seq: seq + 1 })];
}

/** Returns the id of a part of a record, which is the same each time (RFC 9562, section 5.5). */
export function idOfPart(id: string, part: string): string {
  return v5(part, id);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** No record has a malformed id, so the query for it, which would fail, is skipped. */
export function isId(value: string): boolean {
  return uuid.test(value);
}
