import { jest } from '@jest/globals';

/**
 * Sets the timeout for files that start Redocly or turbo, which take seconds on an idle machine and far longer on a
 * busy one.
 */
export function allowForTools(): void {
  jest.setTimeout(180_000);
}
