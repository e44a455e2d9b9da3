/**
 * Throws for invalid path parameters. Every parameter must be present and must stay one segment. Browsers and Node
 * resolve `..` in a URL, so an id of two dots, or an empty one, would reach another operation.
 */
export function checkPath(operation: string, path: string, values: Readonly<Record<string, unknown>>): void {
  for (const [, name = ''] of path.matchAll(/\{([^{}]+)\}/g)) {
    const value = values[name];
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`${operation} needs an id as params.path.${name}, not ${JSON.stringify(value)}.`);
    }
  }
}
