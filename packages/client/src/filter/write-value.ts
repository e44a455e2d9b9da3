import { foreignIds } from '../generated/v3.js';
import { isNamedAsId } from './is-named-as-id.js';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){4}[\da-f]{8}$/i;

/** Checks the name at run time, for programs without types and for names below `attributes.`, which no type knows. */
export function writeField(field: unknown): string {
  if (typeof field === 'string' && /^[\p{L}\p{N}\-_.:+]+$/u.test(field)) return field;
  throw new TypeError(`Expected the name of a field, found ${JSON.stringify(field)}.`);
}

/** Writes a value in the filter language. Texts are always quoted, so that `true` and `null` can be texts too. */
export function writeValue(field: string, value: unknown): string {
  if (value === null) return 'null';
  if (isNamedAsId(field) && !foreignIds.includes(field) && !uuid.test(String(value)))
    throw new TypeError(`A filter cannot compare with ${JSON.stringify(value)}: ${field} is an id.`);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value === 'string') return writeText(value);
  if (value instanceof Date) return writeDate(value);
  throw new TypeError(`A filter cannot compare with a value of type ${typeof value}.`);
}

/** Writes the date as in JSON, quoted. The service accepts the years from 1 to 9999. */
function writeDate(value: Date): string {
  const text = JSON.stringify(value);
  if (/^"(?!0000)\d{4}-/.test(text)) return text;
  throw new RangeError(`A filter cannot compare with the date ${text}.`);
}

function writeNumber(value: number): string {
  const text = String(value);
  if (/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return text;
  throw new RangeError(`A filter cannot compare with ${text}: at most 15 digits before and after the point.`);
}

export function writeText(value: string): string {
  // PostgreSQL, which compares the texts, can store neither.
  if (!/[\0\p{Surrogate}]/u.test(value)) return `"${value.replace(/["\\]/g, '\\$&')}"`;
  throw new TypeError('A filter cannot compare with U+0000 or a lone surrogate.');
}
