import type { ValidationErrors } from '../validation-errors.js';
import { formatterOf } from './local-time.js';

/**
 * Whether the name is an IANA time zone. `Intl` also accepts offsets, which do not follow daylight saving time. A request
 * can have thousands of names, so both results are kept.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[a-z][\w+/-]*$/i.test(name) || refused.has(name)) return false;
  try {
    formatterOf(name);
    return true;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    if (refused.size >= maxRefused) refused.clear();
    refused.add(name);
    return false;
  }
}

const refused = new Set<string>();
const maxRefused = 1_000;

export const invalidTimeZone = 'Expected an IANA time zone';

/** Adds an error unless the value is absent, null or a time zone. */
export function checkTimeZone(
  timeZone: string | null | undefined,
  path: string,
  errors: ValidationErrors,
): void {
  if (timeZone && !isTimeZone(timeZone)) errors.add(path, 'invalid_string', invalidTimeZone);
}
