/** Finds all strings in a JSON value, without its keys. */
export function findStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(findStrings) : [];
}
