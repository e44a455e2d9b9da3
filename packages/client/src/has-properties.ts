/** Whether a value is an object or an array. */
export function hasProperties(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
