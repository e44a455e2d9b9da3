/** A value at a path such as `contacts[].labels[].name`, with the indexes of the lists on the way. */
export interface Found {
  readonly value: unknown;
  readonly places: readonly number[];
}

export function splitPath(path: string): string[] {
  return path.match(/\[\]|\{\}|\{key\}|[^.[\]{}]+/g) ?? [];
}

/** Finds all values at a path; none if a part of the path is missing or null. */
export function findValues(value: unknown, path: string): Found[] {
  return splitPath(path).reduce<Found[]>(
    (found, step) => found.flatMap((at) => takeStep(at, step)),
    [{ value, places: [] }],
  );
}

function takeStep({ value, places }: Found, step: string): Found[] {
  if (value === null || value === undefined) return [];
  if (step === '[]') {
    return (Array.isArray(value) ? value : []).map((item, index) => ({
      value: item,
      places: [...places, index],
    }));
  }
  if (step === '{}') return Object.values(Object(value)).map((item) => ({ value: item, places }));
  if (step === '{key}') return Object.keys(Object(value)).map((key) => ({ value: key, places }));
  const next = Object(value)[step];
  return next === undefined || next === null ? [] : [{ value: next, places }];
}

/** Sets a value at a path. Lists use the given indexes, and further lists their first item. */
export function putValue(target: object, path: string, { value, places }: Found): void {
  const steps = splitPath(path);
  const lists = [...places];
  let current: Record<string, unknown> = target as Record<string, unknown>;
  let key = '';
  for (const [index, step] of steps.entries()) {
    const isList = step === '[]';
    const next = isList ? String(lists.shift() ?? 0) : step;
    if (index > 0) {
      current[key] ??= isList ? [] : {};
      // The item was just created, or created by an earlier value of the same form.
      current = current[key] as Record<string, unknown>;
    }
    key = next;
  }
  current[key] = value;
}
