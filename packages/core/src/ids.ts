import { v5, v7 } from 'uuid';

export function newId(): string {
  return v7();
}

/** The smallest id that `newId` can create at this time: the ids of earlier records are below it. */
export function firstIdAt(at: Date): string {
  const milliseconds = at.getTime().toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7000-8000-000000000000`;
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
