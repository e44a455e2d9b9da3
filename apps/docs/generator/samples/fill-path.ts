import type { Parameter } from '../requests/example-request.js';

/** Returns the path with the values of the examples. */
export function fillPath(path: string, parameters: readonly Parameter[]): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return encodeURIComponent(String(parameter?.example));
  });
}
