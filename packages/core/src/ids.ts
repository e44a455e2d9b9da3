import { v5, v7 } from 'uuid';

/** An id is higher than all that this process has made before, so events are in the order in which they were made. */
export function newId(): string {
  return v7();
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
