import * as z from 'zod';

// Schemas of single variables. Each error completes a sentence that begins with the name of the variable.

export function text() {
  return z.string().optional();
}

/**
 * Declares a variable that holds a bearer token. The error does not show the value, which is a secret. RFC 6750,
 * section 2.1 defines which characters are allowed.
 */
export function bearerToken() {
  const error = 'must be at least 16 letters, digits and characters of -._~+/';
  return z
    .string()
    .regex(/^[\w.~+/-]{16,}=*$/, { error })
    .optional();
}

export function integer({ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }) {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  const isInRange = (digits: string) =>
    /^\d+$/.test(digits) && Number(digits) >= min && Number(digits) <= max;
  const error = ({ input }: { input?: unknown }) => `must be a whole number ${range}, not "${input}"`;
  return z.string().refine(isInRange, { error }).transform(Number).optional();
}

export function choice<const Choice extends string>(choices: readonly Choice[]) {
  return z
    .enum(choices, { error: ({ input }) => `must be one of ${choices.join(', ')}, not "${input}"` })
    .optional();
}

/**
 * Returns the schema of a list without duplicates. The error names the values that are not known, because a list can be
 * long.
 */
export function choices<const Choice extends string>(known: readonly Choice[]) {
  const isKnown = (item: string): item is Choice => known.some((one) => one === item);
  return z
    .string()
    .transform((value, context) => {
      const items = [...new Set(value.split(',').map((item) => item.trim()))];
      const unknown = items.filter((item) => !isKnown(item));
      const message = `must be one or more of ${known.join(', ')}, separated by commas, not "${unknown.join(', ')}"`;
      if (unknown.length > 0) context.addIssue({ code: 'custom', message });
      return items.filter(isKnown);
    })
    .optional();
}

export function dateTime() {
  const error = ({ input }: { input?: unknown }) =>
    `must be a time like 2027-01-31T23:59:59Z, not "${input}"`;
  return z.iso
    .datetime({ offset: true, error })
    .transform((value) => new Date(value))
    .optional();
}

/** Declares a variable that holds a URL. The error does not show the value, because a database URL holds a password. */
export function url(...protocols: readonly string[]) {
  const error = `must be a URL that begins with ${protocols.map((one) => `${one}://`).join(' or ')}`;
  const isAllowed = (value: string) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol.replace(':', ''));
  return z.string().refine(isAllowed, { error }).optional();
}

export function list(isValid: (item: string) => boolean, expected: string) {
  return z
    .string()
    .transform((value) => value.split(',').map((item) => item.trim()))
    .refine((items) => items.every(isValid), { error: `must be ${expected}` })
    .optional();
}
