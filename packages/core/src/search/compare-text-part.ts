import type { TextPart } from './compare-id-part.js';
import { likePattern, type Scope } from './comparison.js';
import { countCodePoints } from './count-code-points.js';
import type { ValueLocation } from './searchable.js';

/**
 * Compares a part of a text, regardless of case. The longer text, which an index holds, is compared as well, unless no
 * index can find the rows: that would only cost time.
 */
export function compareTextPart(
  { type, text, column }: TextPart,
  { partOf }: Pick<ValueLocation, 'partOf'>,
  { row, parameters, isUnindexed }: Scope,
): string {
  const like = (whole: string, where: TextPart['type'], operator = 'ilike') =>
    `${whole} ${operator} ${parameters.add(likePattern(where, text), 'text')}`;
  // Most texts that match have the case of the part, and `ilike` takes three times as long.
  if (isUnindexed) return `(${like(column, type, 'like')} or ${like(column, type)})`;
  const whole = partOf && isPartIndexed(text) ? `${like(partOf(row), 'contains')} and ` : '';
  return `${whole}${like(column, type)}`;
}

/** Whether an index finds the part: it holds trigrams, and cannot find a shorter one. */
export function isPartIndexed(text: string): boolean {
  return countCodePoints(text) >= 3;
}
