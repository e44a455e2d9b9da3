import { v7 } from 'uuid';

export function newId(): string {
  return v7();
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A malformed id cannot exist, so it is answered without asking the database, which would refuse it. */
export function isId(value: string): boolean {
  return uuid.test(value);
}
