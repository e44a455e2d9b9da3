import type { ValidationErrors } from '../validation-errors.js';

/** Whether the name is an IANA time zone. `Intl` also accepts offsets, which do not follow daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export const invalidTimeZone = 'Expected an IANA time zone';

/** Adds an error unless the value is absent, null or a time zone. */
export function checkTimeZone(
  timeZone: string | null | undefined,
  path: string,
  errors: ValidationErrors,
): void {
  if (timeZone && !isTimeZone(timeZone)) errors.add(path, 'invalid_string', invalidTimeZone);
}
