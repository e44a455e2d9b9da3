/** Returns the values of all properties with this name, at any depth. */
export function collectValues(document: unknown, name: string): unknown[] {
  if (Array.isArray(document)) return document.flatMap((item) => collectValues(item, name));
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, value]) => [
    ...(key === name ? [value] : []),
    ...collectValues(value, name),
  ]);
}

/** Returns the values at a path such as `steps[]<WaitStep>.until`: those of each item of a list. */
export function valuesAt(document: unknown, path: string): unknown[] {
  const names = path.replaceAll(/<\w+>|\[\]/g, '').split('.');
  return names
    .filter((name) => name !== '')
    .reduce<unknown[]>(
      (values, name) =>
        values.flat().flatMap((value) => (Object.hasOwn(Object(value), name) ? [Object(value)[name]] : [])),
      [document],
    );
}

/** Whether a record shows what was sent. It may show more entries and properties, and the same time in another form. */
export function showsValue(shown: unknown, sent: unknown): boolean {
  if (Array.isArray(sent))
    return Array.isArray(shown) && sent.every((item) => shown.some((one) => showsValue(one, item)));
  if (typeof sent === 'object' && sent !== null) {
    const record: Readonly<Record<string, unknown>> = Object(shown);
    return Object.entries(sent).every(([key, value]) => showsValue(record[key], value));
  }
  return shown === sent || (isTime(sent) && isTime(shown) && Date.parse(shown) === Date.parse(sent));
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
}
