import { v5, v7 } from 'uuid';

export function newId(): string {
  return v7();
}

/** Returns an id of this time, by the clock of the caller; ids of the same millisecond have no order. */
export function newIdAt(at: Date): string {
  return v7({ msecs: at.getTime() });
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
