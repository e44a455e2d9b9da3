import { listOf } from '../../rules/read-json.js';
import { type Direction, type Finding, quote, show } from './finding.js';
import type { Alternative } from './read-alternatives.js';
import { describeTypes, isSame, type JsonType } from './read-core.js';
import type { Part } from './read-parts.js';

/** A request must still accept every type that it accepted; a response must not have a type that it did not have. */
export function compareTypes(before: Alternative, after: Alternative, direction: Direction): Finding[] {
  const [lost, gained] = [without(before.types, after.types), without(after.types, before.types)];
  if (lost.length + gained.length === 0) return [];
  const isBreak = (direction === 'request' ? lost : gained).length > 0;
  return [
    {
      rule: 'schema-type-changed',
      severity: isBreak ? 'breaking' : 'other',
      sentence: `The type changed from \`${describeTypes(before.types)}\` to \`${describeTypes(after.types)}\`.`,
      path: ' > type',
      source: sourceOf(before),
    },
  ];
}

function without(types: ReadonlySet<JsonType>, others: ReadonlySet<JsonType>): JsonType[] {
  return [...types].filter((type) => !others.has(type));
}

/** Compares `const`, `enum` and `x-extensible-enum`. `const` is an `enum` of one value. */
export function compareValues(before: Alternative, after: Alternative, direction: Direction): Finding[] {
  const report = (rule: string, severity: Finding['severity'], sentence: string): Finding[] => [
    { rule, severity, sentence, path: ' > enum', source: sourceOf(before) },
  ];
  const { values: was } = before;
  const { values: is } = after;
  const known = compareKnownValues(before, after, direction);
  if (was === undefined && is === undefined) return known;
  if (was === undefined) {
    const isClosed = direction === 'response' && readKnown(before.parts).length > 0;
    // A typed client that compares the value with one that is not in the list no longer compiles.
    if (isClosed)
      return [
        ...known,
        ...report('values-closed', 'breaking', `The list is closed: it has only ${quote(is ?? [])} now.`),
      ];
    const sentence = `Only ${quote(is ?? [])} ${is?.length === 1 ? 'is' : 'are'} possible now.`;
    return report('values-limited', direction === 'request' ? 'breaking' : 'other', sentence);
  }
  if (is === undefined)
    return report(
      'values-opened',
      direction === 'request' ? 'addition' : 'breaking',
      'Any value is possible now.',
    );
  const lost = was.filter((value) => !is.some((other) => isSame(value, other)));
  const gained = is.filter((value) => !was.some((other) => isSame(value, other)));
  return [
    // The branch of a typed client that handles a value no longer compiles when the value is gone.
    ...(lost.length > 0
      ? report('enum-values-removed', 'breaking', `Removed values: ${quote(lost)}.`).map((finding) => ({
          ...finding,
          lost: lost.map(String),
        }))
      : []),
    ...(gained.length > 0
      ? report(
          'enum-values-added',
          direction === 'request' ? 'addition' : 'breaking',
          `Added values: ${quote(gained)}.`,
        )
      : []),
  ];
}

/** The values of `x-extensible-enum` are the ones that are known today; every client must expect others. */
function compareKnownValues(before: Alternative, after: Alternative, direction: Direction): Finding[] {
  const [was, is] = [readKnown(before.parts), readKnown(after.parts)];
  const listed = { was: [...was, ...(before.values ?? [])], is: [...is, ...(after.values ?? [])] };
  const gained = is.filter((value) => !listed.was.includes(value));
  const lost = was.filter((value) => !listed.is.includes(value));
  const report = (rule: string, severity: Finding['severity'], sentence: string): Finding => ({
    ...{ rule, severity, sentence },
    path: ' > x-extensible-enum',
    source: sourceOf(before),
  });
  return [
    ...(gained.length > 0
      ? [report('known-values-added', 'addition', `Added values: ${quote(gained)}.`)]
      : []),
    // Whoever handles a value waits for it in vain, and a search that filters by it is refused.
    ...(lost.length > 0 ? [{ ...reportLost(), lost: lost.map(String) }] : []),
  ];

  function reportLost(): Finding {
    if (direction === 'request')
      return report('known-values-removed', 'breaking', `Removed values: ${quote(lost)}.`);
    return listed.is.length > 0
      ? report('known-values-removed', 'breaking', `Values that no longer occur: ${quote(lost)}.`)
      : report('known-values-dropped', 'breaking', `The list of known values was removed: ${quote(lost)}.`);
  }
}

function readKnown(parts: readonly Part[]): readonly unknown[] {
  return parts.flatMap(({ value }) => listOf(value['x-extensible-enum']));
}

export function sourceOf({ parts }: Alternative): string {
  return parts[0]?.pointer ?? '#';
}

/** A keyword whose values have no order, such as `format` and `pattern`: a request may lose it, a response may gain it. */
export function compareMark(
  keyword: string,
  [was, is]: readonly [unknown, unknown],
  { direction, source }: { readonly direction: Direction; readonly source: string },
): Finding[] {
  if (isSame(was, is)) return [];
  const isWider = is === undefined;
  const isNarrower = was === undefined;
  const isBreak = direction === 'request' ? !isWider : !isNarrower;
  const sentence = isNarrower
    ? `\`${keyword}\` was set to ${show(is)}.`
    : isWider
      ? `\`${keyword}\` ${show(was)} was removed.`
      : `\`${keyword}\` changed from ${show(was)} to ${show(is)}.`;
  const severity = isBreak ? 'breaking' : direction === 'request' ? 'addition' : 'other';
  return [{ rule: 'schema-constraint-changed', severity, sentence, path: ` > ${keyword}`, source }];
}
