import type { AttributeType } from '@parley/database';

/**
 * Returns what is wrong with the text of a value, according to the type of its attribute; undefined when it is valid.
 */
export function checkAttributeValue(type: AttributeType, value: string): string | undefined {
  const { isValid, expected } = forms[type];
  return isValid(value) ? undefined : `Expected ${expected}`;
}

interface Form {
  readonly isValid: (value: string) => boolean;
  readonly expected: string;
}

const forms: Readonly<Record<AttributeType, Form>> = {
  text: { isValid: () => true, expected: 'a text' },
  number: { isValid: (value) => /^-?\d+(\.\d+)?$/.test(value), expected: 'a number such as 42.5' },
  date: { isValid: isDate, expected: 'a date such as 2026-11-14' },
  boolean: { isValid: (value) => value === 'true' || value === 'false', expected: '"true" or "false"' },
};

/** Rejects days that the calendar does not have: 2026-02-30 parses, but becomes another date. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
