import { omitTexts } from '../keep/mask-texts.js';
import { compareNumbers } from './compare-numbers.js';
import type { Direction, Finding } from './finding.js';
import type { Alternative } from './read-alternatives.js';
import { isSame } from './read-core.js';

/** How many items of a list must match a schema. */
interface Counted {
  readonly schema: unknown;
  readonly least: number;
  readonly most: number | undefined;
}

/** Compares the counts of each `contains`: those of one schema say nothing about another one. */
export function compareContains(
  before: Alternative,
  after: Alternative,
  { direction, source }: { readonly direction: Direction; readonly source: string },
): Finding[] {
  return pairCounts(readCounts(before), readCounts(after)).flatMap(([was, is]) => [
    ...compareNumbers('minContains', [was?.least, is?.least], {
      direction,
      source,
      isNarrower: (is?.least ?? 0) > (was?.least ?? 0),
    }),
    ...compareNumbers('maxContains', [was?.most, is?.most], {
      direction,
      source,
      isNarrower: (is?.most ?? Infinity) < (was?.most ?? Infinity),
    }),
  ]);
}

/** Without `contains`, the keywords have no effect. With it, at least one item must match by default (JSON Schema, 6.4.5). */
function readCounts({ parts }: Alternative): Counted[] {
  const counts: Counted[] = [];
  for (const { value } of parts) {
    if (!('contains' in value)) continue;
    const schema = omitTexts(value.contains);
    const least = typeof value.minContains === 'number' ? value.minContains : 1;
    const most = typeof value.maxContains === 'number' ? value.maxContains : undefined;
    const index = counts.findIndex((other) => isSame(other.schema, schema));
    const { [index]: other } = counts;
    if (other === undefined) counts.push({ schema, least, most });
    else counts[index] = { schema, least: Math.max(other.least, least), most: lowestOf(other.most, most) };
  }
  return counts;
}

function lowestOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

/** Pairs the counts of the same schema, and the others in their order. */
function pairCounts(
  before: readonly Counted[],
  after: readonly Counted[],
): Array<readonly [Counted | undefined, Counted | undefined]> {
  const find = ({ schema }: Counted, list: readonly Counted[]): Counted | undefined =>
    list.find((other) => isSame(other.schema, schema));
  const removed = before.filter((one) => !find(one, after));
  const added = after.filter((one) => !find(one, before));
  const kept = before.flatMap((one) => {
    const other = find(one, after);
    return other ? [[one, other] as const] : [];
  });
  const changed = Array.from(
    { length: Math.max(removed.length, added.length) },
    (_, index) => [removed[index], added[index]] as const,
  );
  return [...kept, ...changed];
}
