/**
 * Every parameter of the path must be there, and must stay one segment: browsers and Node resolve `..` in an address, so
 * that an id of two dots would reach another operation, and an empty one too.
 */
export function checkPath(operation: string, path: string, values: Readonly<Record<string, unknown>>): void {
  for (const [, name = ''] of path.matchAll(/\{([^{}]+)\}/g)) {
    const value = values[name];
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`${operation} needs an id as params.path.${name}, not ${JSON.stringify(value)}.`);
    }
  }
}
