/** Whether a value has properties to read; arrays count too. */
export function hasProperties(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
