/**
 * Returns the values of an enumeration that contain a text. The column is then compared with those, which an index
 * serves.
 */
export function valuesWithPart(
  values: readonly string[],
  type: 'contains' | 'startsWith',
  text: string,
): readonly string[] {
  const part = text.toLowerCase();
  return values.filter((value) =>
    type === 'contains' ? value.toLowerCase().includes(part) : value.toLowerCase().startsWith(part),
  );
}
