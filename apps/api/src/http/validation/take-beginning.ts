const maxItems = 100;
const maxKeys = 1_000;

/** After this many values, lists end with their next item. */
const fewValues = 20_000;

/** After this many values, objects end as well, though required properties may then be missing. */
const manyValues = 100_000;

/** Copies the first items of each list and the first keys of each object, so that checking the copy takes little time. */
export function takeBeginning(body: unknown): unknown {
  let values = 0;
  return copy(body);

  function copy(value: unknown): unknown {
    values += 1;
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? copyList(value) : copyObject(value);
  }

  function copyList(list: readonly unknown[]): unknown[] {
    const items: unknown[] = [];
    for (const item of list) {
      items.push(copy(item));
      if (items.length === maxItems || values >= fewValues) break;
    }
    return items;
  }

  function copyObject(object: object): object {
    const entries: [key: string, value: unknown][] = [];
    // A body has plain objects, so their keys can be read by name. Listing all entries would take longer.
    for (const key in object) {
      if (entries.length === maxKeys || values >= manyValues) break;
      entries.push([key, copy((object as Record<string, unknown>)[key])]);
    }
    return Object.fromEntries(entries);
  }
}
