/** Whether a value is an object or an array that has the property itself, not from its prototype. */
export function hasOwn(value: unknown, key: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}
