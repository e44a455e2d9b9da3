import { compareAlternatives } from './compare-alternatives.js';
import { compareAnnotations } from './compare-annotations.js';
import type { CompareSchemas } from './comparing.js';
import type { Direction, Finding } from './finding.js';
import type { IsUnchanged } from './is-unchanged.js';
import { readAlternatives } from './read-alternatives.js';
import type { Part } from './read-parts.js';

/**
 * Creates a comparison of schemas for one direction. It remembers each pair that it has compared, because many operations
 * refer to the same components, and a schema can contain itself.
 */
export function createSchemaComparison(direction: Direction, isUnchanged: IsUnchanged): CompareSchemas {
  const known = new Map<string, Finding[]>();
  const open: string[] = [];
  /** The outermost open comparison that an inner one would have repeated. */
  let outermost = Number.POSITIVE_INFINITY;
  const compare: CompareSchemas = (before, after) => {
    const key = [before, after].map((parts) => parts.map(({ pointer }) => pointer).join(' ')).join('\n');
    const earlier = known.get(key);
    if (earlier) return earlier;
    if (isUnchanged(readTexts(before), readTexts(after))) return [];
    // A schema that contains itself: the comparison that is under way reports its differences.
    if (open.includes(key)) {
      outermost = Math.min(outermost, open.indexOf(key));
      return [];
    }
    const earlierOutermost = outermost;
    outermost = Number.POSITIVE_INFINITY;
    open.push(key);
    const findings = [
      ...compareAnnotations(before, after, direction),
      ...compareNull(before, after, direction),
      ...compareAlternatives(readAlternatives(before), readAlternatives(after), {
        direction,
        compare,
        isUnchanged,
      }),
    ];
    open.pop();
    // Findings that lack those of an open comparison are incomplete for everybody else.
    const isComplete = outermost >= open.length;
    if (isComplete) known.set(key, findings);
    outermost = isComplete ? earlierOutermost : Math.min(earlierOutermost, outermost);
    return findings;
  };
  return compare;
}

function readTexts(parts: readonly Part[]): unknown[] {
  return parts.map(({ value }) => value);
}

function compareNull(before: readonly Part[], after: readonly Part[], direction: Direction): Finding[] {
  const [was, is] = [readAlternatives(before).allowsNull, readAlternatives(after).allowsNull];
  if (was === is) return [];
  const source = before[0]?.pointer ?? '#';
  const breaks = direction === 'request' ? was : is;
  const sentence = is ? 'The value can now be null.' : 'The value can no longer be null.';
  const rule = is ? 'null-allowed' : 'null-refused';
  const severity = breaks ? 'breaking' : direction === 'request' ? 'addition' : 'other';
  return [{ rule, severity, sentence, path: '', source }];
}
