import type { ApiVersion } from './api-version.js';

/** Returns the version of the API that a path begins with, or undefined for a path outside the API. */
export type FindVersion = (path: string) => string | undefined;

export function createVersionFinder(versions: readonly ApiVersion[]): FindVersion {
  const names = new Set(versions.map(({ name }) => name));
  return (path) => {
    const end = path.indexOf('/', 1);
    const first = path.slice(1, end === -1 ? undefined : end);
    return names.has(first) ? first : undefined;
  };
}
