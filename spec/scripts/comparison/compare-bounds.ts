import { type Direction, type Finding, show } from './finding.js';
import type { Alternative } from './read-alternatives.js';
import { readNumbers } from './read-numbers.js';
import type { Part } from './read-parts.js';

/** A lowest or highest number, and whether the number itself is possible. */
interface Bound {
  readonly limit: number;
  readonly isExclusive: boolean;
}

type Side = 'Minimum' | 'Maximum';

/**
 * Compares the lowest and the highest number. `minimum` and `exclusiveMinimum` set the same bound: from above 0 to at least 0
 * it is wider. For integers, above 0 is the same as at least 1.
 */
export function compareBounds(
  before: Alternative,
  after: Alternative,
  { direction, source }: { readonly direction: Direction; readonly source: string },
): Finding[] {
  const areIntegers = [before, after].every(({ types }) => types.size === 1 && types.has('integer'));
  return (['Minimum', 'Maximum'] as const).flatMap((side): Finding[] => {
    const [was, is] = [before, after].map(({ parts }) => readBound(parts, side, areIntegers));
    if (was?.limit === is?.limit && was?.isExclusive === is?.isExclusive) return [];
    const isBreak = (direction === 'request') === isNarrower(was, is, side);
    const keyword = nameOf(is ?? was, side);
    const sentence =
      was && is && was.isExclusive !== is.isExclusive
        ? `\`${nameOf(was, side)}\` ${show(was.limit)} became \`${keyword}\` ${show(is.limit)}.`
        : `\`${keyword}\` changed from ${show(was?.limit)} to ${show(is?.limit)}.`;
    const severity = isBreak ? 'breaking' : direction === 'request' ? 'addition' : 'other';
    return [{ rule: 'schema-constraint-changed', severity, sentence, path: ` > ${keyword}`, source }];
  });
}

/** The strictest bound of all parts. */
function readBound(parts: readonly Part[], side: Side, areIntegers: boolean): Bound | undefined {
  const bounds = [
    ...readNumbers(parts, side.toLowerCase()).map((limit): Bound => ({ limit, isExclusive: false })),
    ...readNumbers(parts, `exclusive${side}`).map((limit): Bound => ({ limit, isExclusive: true })),
  ].map((bound) => (areIntegers ? asInclusive(bound, side) : bound));
  return bounds.reduce<Bound | undefined>(
    (strictest, bound) => (isNarrower(strictest, bound, side) ? bound : strictest),
    undefined,
  );
}

/** The first integer inside of a bound. */
function asInclusive({ limit, isExclusive }: Bound, side: Side): Bound {
  const lowest = isExclusive ? Math.floor(limit) + 1 : Math.ceil(limit);
  const highest = isExclusive ? Math.ceil(limit) - 1 : Math.floor(limit);
  return { limit: side === 'Minimum' ? lowest : highest, isExclusive: false };
}

function isNarrower(was: Bound | undefined, is: Bound | undefined, side: Side): boolean {
  if (!was || !is) return was === undefined;
  if (was.limit === is.limit) return is.isExclusive && !was.isExclusive;
  return side === 'Minimum' ? is.limit > was.limit : is.limit < was.limit;
}

function nameOf(bound: Bound | undefined, side: Side): string {
  return bound?.isExclusive ? `exclusive${side}` : side.toLowerCase();
}
