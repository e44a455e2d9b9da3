import { v5, v7 } from 'uuid';

export function newId(): string {
  return v7();
}

/** Returns the same id each time for a part of something that has an id (RFC 9562, section 5.5). */
export function idOfPart(id: string, part: string): string {
  return v5(part, id);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A malformed id cannot exist, so its query, which would fail, is skipped. */
export function isId(value: string): boolean {
  return uuid.test(value);
}
