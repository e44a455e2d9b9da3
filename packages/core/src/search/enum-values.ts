/**
 * Returns the values of an enumeration that contain a text. The column is then compared with these values, for which an
 * index can be used.
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
