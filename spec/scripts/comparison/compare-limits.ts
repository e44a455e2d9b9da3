import { objectOf, stringsOf } from '../../rules/read-json.js';
import { compareBounds } from './compare-bounds.js';
import { compareContains } from './compare-contains.js';
import { compareMultiples } from './compare-multiples.js';
import { compareNumbers } from './compare-numbers.js';
import { compareMark, sourceOf } from './compare-values.js';
import { type Direction, type Finding, show } from './finding.js';
import type { Alternative } from './read-alternatives.js';
import { isSame } from './read-core.js';
import { readAll, readNumbers } from './read-numbers.js';
import type { Part } from './read-parts.js';

/** The keywords that set a lowest or a highest count. */
const lowest = ['minLength', 'minItems', 'minProperties'];
const highest = ['maxLength', 'maxItems', 'maxProperties'];

/** The keywords whose values cannot be ordered. */
const marks = ['format', 'pattern', 'contentEncoding'];

/** A request must not become narrower, and a response must not become wider. */
export function compareLimits(before: Alternative, after: Alternative, direction: Direction): Finding[] {
  const source = sourceOf(before);
  const read = (keyword: string, pick: (numbers: number[]) => number): Array<number | undefined> =>
    [before, after].map(({ parts }) => {
      const numbers = readNumbers(parts, keyword);
      // A length is never below 0, so a minimum of 0 has no effect.
      return numbers.length === 0 || (keyword.startsWith('min') && pick(numbers) === 0)
        ? undefined
        : pick(numbers);
    });
  return [
    ...compareBounds(before, after, { direction, source }),
    ...lowest.flatMap((keyword) => {
      const [was, is] = read(keyword, (numbers) => Math.max(...numbers));
      return compareNumbers(keyword, [was, is], {
        direction,
        source,
        isNarrower: (is ?? -Infinity) > (was ?? -Infinity),
      });
    }),
    ...highest.flatMap((keyword) => {
      const [was, is] = read(keyword, (numbers) => Math.min(...numbers));
      return compareNumbers(keyword, [was, is], {
        direction,
        source,
        isNarrower: (is ?? Infinity) < (was ?? Infinity),
      });
    }),
    ...compareContains(before, after, { direction, source }),
    ...marks.flatMap((keyword) =>
      compareMark(keyword, readOwn(keyword, before.parts, after.parts), { direction, source }),
    ),
    ...compareMediaType(before, after, source),
    ...compareMultiples(before.parts, after.parts, { direction, source }),
    ...compareMark('uniqueItems', [isUnique(before), isUnique(after)], { direction, source }),
    ...compareDependents(before, after, { direction, source }),
  ];
}

/** A value with `contentMediaType` is bytes: its published type is `Blob` instead of `string`, which breaks both directions. */
function compareMediaType(before: Alternative, after: Alternative, source: string): Finding[] {
  const own = readOwn('contentMediaType', before.parts, after.parts);
  return compareMark('contentMediaType', own, { direction: 'request', source }).map((finding) => ({
    ...finding,
    severity: 'breaking',
  }));
}

/** The values of a keyword that only one side has. Several parts can each have a value, and all of them apply. */
function readOwn(
  keyword: string,
  before: readonly Part[],
  after: readonly Part[],
): readonly [unknown, unknown] {
  const [was, is] = [readAll(before, keyword), readAll(after, keyword)];
  const collapse = (values: readonly unknown[]): unknown => (values.length > 1 ? values : values[0]);
  return [
    collapse(was.filter((value) => !is.includes(value))),
    collapse(is.filter((value) => !was.includes(value))),
  ];
}

/** Compares `uniqueItems`. The value `false` has no effect. */
function isUnique({ parts }: Alternative): true | undefined {
  return parts.some(({ value }) => value.uniqueItems === true) || undefined;
}

function compareDependents(
  before: Alternative,
  after: Alternative,
  { direction, source }: { readonly direction: Direction; readonly source: string },
): Finding[] {
  const [was, is] = [before, after].map(({ parts }) =>
    parts.flatMap(({ value }) =>
      Object.entries(objectOf(value.dependentRequired)).flatMap(([name, others]) =>
        stringsOf(others).map((other) => `${name} → ${other}`),
      ),
    ),
  );
  if (isSame(was, is)) return [];
  const isNarrower = (is ?? []).some((pair) => !was?.includes(pair));
  const isWider = (was ?? []).some((pair) => !is?.includes(pair));
  const isBreak = direction === 'request' ? isNarrower : isWider;
  const sentence = `The properties that others require changed: ${show(was)} became ${show(is)}.`;
  const severity = isBreak ? 'breaking' : 'other';
  return [{ rule: 'schema-constraint-changed', severity, sentence, path: ' > dependentRequired', source }];
}
