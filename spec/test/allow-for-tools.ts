import { jest } from '@jest/globals';

/** For files that start Redocly or turbo: seconds by themselves, far more on a machine that does much else. */
export function allowForTools(): void {
  jest.setTimeout(180_000);
}
